// How each picture is reached. Names of controls come from the app's own catalogues.
import { messages } from '../../src/renderer/i18n/messages.ts'
import { memoryText } from '../../src/renderer/i18n/pages/memory-text.ts'
import { modelsText } from '../../src/renderer/i18n/pages/models-text.ts'

/** Opens a page beside the chat by its entry in the rail. */
async function goTo({ page, language }, name) {
  await page.getByRole('navigation').getByRole('button', { name: messages[language].pages[name], exact: true }).click()
  await page.locator('h1').first().waitFor()
}

/** Opens a conversation of the rail; the newest is 0. */
async function converse({ page, language }, position) {
  const list = page.getByRole('region', { name: messages[language].rail.conversations })
  await list.locator('li > button:first-child').nth(position).click()
  await page.getByRole('log').waitFor()
}

const escape = ({ page }) => page.keyboard.press('Escape')
const firstRow = ({ page }) => page.locator('[data-row]').first().click()
const beside = (name) => ({ name, open: (app) => goTo(app, name) })

async function openTab(app, tab) {
  await goTo(app, 'memory')
  await app.page.getByRole('tab', { name: memoryText[app.language].tabs[tab] }).click()
}
const tabOfMemory = (name, tab) => ({ name, open: (app) => openTab(app, tab) })

/** What is pictured. `close` leaves what `open` opened. */
export const VIEWS = [
  { name: 'chat', open: (app) => converse(app, 0) },
  { name: 'chat-tools', open: (app) => converse(app, 3) },
  {
    name: 'chat-drawer',
    open: async (app) => {
      await converse(app, 2)
      await app.page.getByRole('button', { name: messages[app.language].title.openDrawer }).click()
    },
    close: ({ page, language }) => page.getByRole('button', { name: messages[language].title.closeDrawer }).first().click()
  },
  {
    name: 'chat-new',
    open: ({ page, language }) => page.getByRole('button', { name: messages[language].rail.newChat, exact: true }).first().click()
  },
  beside('memory'),
  {
    name: 'memory-open',
    open: async (app) => {
      await goTo(app, 'memory')
      // The third is one that the model saved, with the words that it came from.
      await app.page.locator('[data-row]').nth(2).click()
    }
  },
  {
    name: 'memory-recall',
    open: async (app) => {
      const texts = memoryText[app.language]
      await goTo(app, 'data')
      await goTo(app, 'memory')
      await app.page.getByText(texts.viewRecall, { exact: true }).click()
      await app.page.getByRole('searchbox', { name: texts.search }).fill(app.story.question)
      await app.page.waitForTimeout(600)
    }
  },
  tabOfMemory('memory-review', 'review'),
  tabOfMemory('memory-profile', 'profile'),
  tabOfMemory('memory-timeline', 'timeline'),
  {
    name: 'memory-map',
    open: async (app) => {
      await openTab(app, 'map')
      await app.page.getByRole('application').waitFor()
      await app.page.getByRole('application').focus()
      await app.page.keyboard.press('ArrowRight')
    }
  },
  {
    name: 'memory-about',
    open: async (app) => {
      const { page, language, story } = app
      const texts = memoryText[language]
      await goTo(app, 'memory')
      await page.getByRole('button', { name: texts.more }).click()
      await page.getByRole('menuitem', { name: texts.forgetAbout }).click()
      await page.getByRole('dialog').getByRole('textbox').fill(story.subject)
      await page.waitForTimeout(1_000)
    },
    close: escape
  },
  beside('receipts'),
  {
    name: 'receipt',
    open: async (app) => {
      await goTo(app, 'receipts')
      await firstRow(app)
    },
    close: escape
  },
  beside('tools'),
  beside('data'),
  beside('settings'),
  {
    name: 'settings-end',
    open: async (app) => {
      await goTo(app, 'settings')
      await app.page.evaluate("document.querySelector('[data-page-main]').scrollTo(0, 1e6)")
    }
  },
  beside('models'),
  {
    name: 'model-edit',
    open: async (app) => {
      await goTo(app, 'models')
      await app.page.getByRole('button', { name: modelsText[app.language].editOf('DeepSeek') }).click()
    },
    close: escape
  }
]
