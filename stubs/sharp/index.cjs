'use strict'
// The transformers library imports sharp statically and checks that it is truthy. Hearth embeds text only.
module.exports = function sharp() {
  throw new Error('Images are not processed by Hearth.')
}
