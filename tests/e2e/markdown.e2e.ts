import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { startScriptedServer, text, type ScriptedServer } from '../support/scripted-server/index.ts'
import { chatOf, type Chat } from './support/chat.ts'
import { startLoopbackServer, type LoopbackServer } from './support/loopback-server.ts'
import { openWithModel, profileFolder, type Session } from './support/session.ts'

// What a model writes can show itself, but do nothing.

const profile = profileFolder()
let server: ScriptedServer
let stranger: LoopbackServer
let session: Session
let chat: Chat

beforeAll(async () => {
  server = await startScriptedServer()
  stranger = await startLoopbackServer()
  session = await openWithModel(profile.dir, server.baseUrl)
  chat = chatOf(session.page)
})
// Among the problems is every request of the page to anything but the app itself.
afterEach(() => {
  expect(session.takeProblems()).toEqual([])
  expect(stranger.hits).toEqual([])
})
afterAll(async () => {
  await session?.end()
  await server?.close()
  await stranger?.close()
  profile.remove()
})

/** An answer with exactly this text, in small pieces, so that half-written Markdown is shown as well. */
async function answered(markdown: string): Promise<Locator> {
  server.enqueue(text(markdown, { size: 7, delayMs: 4 }))
  return chat.say('Show me')
}

const SVG = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.ran=1"/>')}`

describe('an image', () => {
  test('is never loaded, however it is written; its address is shown as text', async () => {
    const answer = await answered(
      [
        `Inline ![one](${stranger.origin}/inline.png?q=secret)`,
        `Reference ![two][ref]`,
        `Data ![three](${SVG})`,
        `In a link [![four](${stranger.origin}/in-link.png)](https://example.com)`,
        `HTML <img src="${stranger.origin}/html.png" onerror="globalThis.ran=1">`,
        `[ref]: ${stranger.origin}/reference.svg`
      ].join('\n\n')
    )
    await answer.getByText(`Image: one (${stranger.origin}/inline.png?q=secret)`).waitFor()
    await answer.getByText(`Image: two (${stranger.origin}/reference.svg)`).waitFor()
    await answer.getByText(/^Image: three \(data:image/).waitFor()
    await answer.getByText(`Image: four (${stranger.origin}/in-link.png)`).waitFor()
    expect(await answer.locator('img, image, picture, video, audio, source, iframe, object, embed').count()).toBe(0)
    await session.page.waitForTimeout(300)
  })
})

describe('raw HTML', () => {
  test('stays the text that it is: no element, no script, no style, no form', async () => {
    const html = [
      '<script>globalThis.ran = 1</script>',
      '<b onclick="globalThis.ran=1">bold?</b>',
      `<iframe src="${stranger.origin}/frame"></iframe>`,
      '<style>body { display: none }</style>',
      `<form action="${stranger.origin}/form"><button>send</button></form>`,
      `<a href="javascript:globalThis.ran=1">press</a>`,
      `<svg><script>globalThis.ran=1</script></svg>`,
      `<meta http-equiv="refresh" content="0;url=${stranger.origin}/refresh">`
    ]
    const answer = await answered(html.join('\n\n'))
    expect(await answer.textContent()).toContain('<script>globalThis.ran = 1</script>')
    expect(await answer.locator('script, iframe, style, form, svg script, meta, b, a').count()).toBe(0)
    expect(await session.page.evaluate('typeof ran')).toBe('undefined')
    expect(await session.page.locator('body').isVisible()).toBe(true)
  })
})

describe('a link', () => {
  const dangerous = [
    'javascript:globalThis.ran=1',
    'file:///etc/passwd',
    'http://example.com/plain',
    'custom-scheme://do',
    'data:text/html,hello'
  ]

  test.each(dangerous)('to %s goes nowhere, not even after a click, and says why', async (address) => {
    const before = session.page.url()
    const answer = await answered(`[press me](<${address}>)`)
    await answer.getByRole('link', { name: 'press me' }).click()
    await session.page.getByText('Links of this kind are not safe and are not opened.').last().waitFor()
    await answer.getByRole('link', { name: 'press me' }).click({ button: 'middle' })
    await answer.getByRole('link', { name: 'press me' }).press('Enter')
    expect(session.page.url()).toBe(before)
    expect(session.app.windows()).toHaveLength(1)
    expect(session.app.openedExternals()).toEqual([])
    expect(session.app.dialogs()).toEqual([])
    expect(await session.page.evaluate('typeof ran')).toBe('undefined')
  })

  test('over https asks first, naming the host, and opens outside only after a yes', async () => {
    const before = session.page.url()
    const address = 'https://example.com/a?b=1'
    const answer = await answered(`Read [the whole story](${address}) or ${address}`)
    session.app.answerDialog(1)
    await answer.getByRole('link', { name: 'the whole story' }).click()
    await expect.poll(() => session.app.dialogs().length).toBe(1)
    expect(session.app.dialogs()[0]).toMatchObject({ kind: 'message', message: expect.stringContaining('example.com'), detail: address })
    expect(session.app.openedExternals()).toEqual([])
    session.app.answerDialog(0)
    await answer.getByRole('link', { name: address }).press('Enter')
    await expect.poll(() => session.app.openedExternals()).toEqual([address])
    expect(session.page.url()).toBe(before)
  })
})

describe('code', () => {
  test('is coloured, scrolls inside, and is copied as its source and nothing else', async () => {
    const source = `const greeting = "${'long '.repeat(60)}" // 注释\n\treturn <T>(x: T) => x && \`\${greeting}\`\n`
    const answer = await answered(`Before\n\n\`\`\`typescript\n${source}\`\`\`\n\nAfter`)
    const block = answer.getByRole('figure', { name: 'Code, typescript' })
    await block.locator('pre span').first().waitFor()
    await session.page.evaluate('navigator.clipboard.writeText = async (copied) => void (globalThis.copied = copied)')
    await block.getByRole('button', { name: 'Copy' }).click()
    await block.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await session.page.evaluate('copied')).toBe(source.slice(0, -1))
    const wide = await block.locator('pre').evaluate((pre) => pre.scrollWidth > pre.clientWidth)
    expect(wide).toBe(true)
    expect(await session.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })

  test('of a language that is not known, or that never ends, is shown plainly', async () => {
    const answer = await answered('```brainfork"><script>\n+[->+<]\n')
    await answer.getByText('+[->+<]').waitFor()
    expect(await answer.locator('script').count()).toBe(0)
  })
})

describe('formulas and tables', () => {
  test('are set inline and as blocks, and money stays money', async () => {
    const answer = await answered('Euler: $e^{i\\pi} + 1 = 0$ and \\(a^2\\).\n\n$$\\int_0^1 x\\,dx = \\frac{1}{2}$$\n\nIt costs $5 to $10.')
    await expect.poll(() => answer.locator('math').count()).toBe(3)
    expect(await answer.locator('math[display="block"]').count()).toBe(1)
    expect(await answer.textContent()).toContain('It costs $5 to $10.')
  })

  test('a formula cannot link, load or run', async () => {
    const answer = await answered(
      `$\\href{javascript:alert(1)}{x}$ $\\includegraphics{${stranger.origin}/math.png}$ $\\htmlStyle{color:red}{y}$ $\\def\\a{\\a\\a}\\a$`
    )
    await answer.locator('math').first().waitFor()
    expect(await answer.locator('math a, math [href], math img, math [style*="red"]').count()).toBe(0)
  })

  test('a formula that cannot be read stays its source, and one with a border is set without a style', async () => {
    const answer = await answered('Broken $\\frac{a$ and endless $\\def\\a{\\a\\a}\\a$ and framed $\\fcolorbox{red}{blue}{x}$.')
    await answer.locator('math').first().waitFor()
    expect(await answer.locator('math').count()).toBe(1)
    await answer.getByText('\\frac{a', { exact: true }).waitFor()
  })

  test('a table is a table and scrolls inside', async () => {
    const wide = Array.from({ length: 14 }, (_, index) => `column-number-${index}`)
    const answer = await answered(`| ${wide.join(' | ')} |\n|${' --- |'.repeat(14)}\n| ${wide.map(() => '中文 cell').join(' | ')} |`)
    const region = answer.getByRole('group', { name: 'Table' })
    expect(await region.getByRole('columnheader').count()).toBe(14)
    expect(await region.evaluate((table) => table.scrollWidth > table.clientWidth)).toBe(true)
    expect(await session.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })
})

test('what the person writes is never Markdown', async () => {
  await chat.say(`**not bold** <b>x</b> ![i](${stranger.origin}/mine.png)`)
  const question = chat.questions.last()
  expect(await question.textContent()).toContain(`**not bold** <b>x</b> ![i](${stranger.origin}/mine.png)`)
  expect(await question.locator('b, strong, img').count()).toBe(0)
})
