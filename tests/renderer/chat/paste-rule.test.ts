import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeDraft, encodeDraft } from '../../../src/renderer/features/chat/composer/draft-codec.ts'
import { becomesAttachment, composeMessage } from '../../../src/renderer/features/chat/composer/paste-rule.ts'
import { prefixOf } from '../../../src/renderer/features/chat/composer/prefix-hint.ts'

describe('a pasted text', () => {
  it('stays in the field up to 2,000 characters and 40 lines', () => {
    expect(becomesAttachment('字'.repeat(2_000))).toBe(false)
    expect(becomesAttachment(Array.from({ length: 40 }, () => 'x').join('\n'))).toBe(false)
  })

  it('becomes an attachment beyond either', () => {
    expect(becomesAttachment('字'.repeat(2_001))).toBe(true)
    expect(becomesAttachment(Array.from({ length: 41 }, () => 'x').join('\r\n'))).toBe(true)
  })

  it('is sent between fences that its own fences cannot close', () => {
    const message = composeMessage('see', ['before\n````\ninside\n````\nafter\n'])
    expect(message).toBe('see\n\n`````\nbefore\n````\ninside\n````\nafter\n`````')
  })

  it('is sent alone when nothing was typed', () => {
    expect(composeMessage('  ', ['a'])).toBe('```\na\n```')
    expect(composeMessage(' ', [])).toBe('')
  })
})

describe('a stored draft', () => {
  it('comes back as it was, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 3 }), (text, attachments) => {
        fc.pre(!text.startsWith('\u001e'))
        expect(decodeDraft(encodeDraft({ text, attachments }))).toEqual({ text, attachments })
      })
    )
  })

  it('is plain text when there are no attachments', () => {
    expect(encodeDraft({ text: '你好', attachments: [] })).toBe('你好')
  })

  it('that cannot be read is shown and not lost', () => {
    expect(decodeDraft('\u001e{broken').text).toBe('\u001e{broken')
  })
})

describe('what the first word of a message does', () => {
  it.each([
    ['记住：我喜欢蓝色', 'remember'],
    ['记住:x', 'remember'],
    ['Remember: x', 'remember'],
    ['私密：血糖', 'private'],
    [' private: x', 'private'],
    ['我记住：了', null],
    ['remember me', null]
  ])('%s', (text, prefix) => {
    expect(prefixOf(text)).toBe(prefix)
  })
})
