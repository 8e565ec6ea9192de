import { describe, expect, it } from 'vitest'
import { sendsOnKey, type KeyPress } from '../../../src/renderer/features/chat/composer/key-rule.ts'

const enter: KeyPress = { key: 'Enter', keyCode: 13, isComposing: false, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }

describe('when a key sends', () => {
  it('sends on a plain Enter, and with Ctrl or Cmd', () => {
    expect(sendsOnKey(enter)).toBe(true)
    expect(sendsOnKey({ ...enter, ctrlKey: true })).toBe(true)
    expect(sendsOnKey({ ...enter, metaKey: true })).toBe(true)
  })

  it('breaks the line with Shift or Alt', () => {
    expect(sendsOnKey({ ...enter, shiftKey: true })).toBe(false)
    expect(sendsOnKey({ ...enter, altKey: true })).toBe(false)
  })

  it('leaves an Enter that confirms pinyin to the input method', () => {
    expect(sendsOnKey({ ...enter, isComposing: true })).toBe(false)
    expect(sendsOnKey({ ...enter, keyCode: 229 })).toBe(false)
  })

  it('leaves the Enter that comes right after the composition ended, and sends the next one', () => {
    expect(sendsOnKey(enter, 3)).toBe(false)
    expect(sendsOnKey(enter, 300)).toBe(true)
  })

  it('sends on no other key', () => {
    expect(sendsOnKey({ ...enter, key: 'a', keyCode: 65 })).toBe(false)
    expect(sendsOnKey({ ...enter, key: 'Process', keyCode: 229 })).toBe(false)
  })
})
