import rehypeKatex from 'rehype-katex'
import type { Options } from 'react-markdown'

/** Formulas as MathML: no style attributes, no fonts, nothing that the content security policy would refuse. No macro can link or load. */
export const mathPlugins: NonNullable<Options['rehypePlugins']> = [
  [rehypeKatex, { output: 'mathml', trust: false, strict: 'ignore', throwOnError: false, maxExpand: 200, maxSize: 20 }]
]
