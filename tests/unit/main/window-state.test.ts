import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { placeOn, readWindowState, saveWindowState, type WindowState } from '../../../src/main/window-state.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hearth-window-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const state: WindowState = { width: 900, height: 700, place: { x: 10, y: 20 }, maximized: false, theme: 'dark' }
const screen = { x: 0, y: 0, width: 1920, height: 1080 }

test('a window’s state is read back as it was saved, and no other file is left', () => {
  saveWindowState(dir, state)
  expect(readWindowState(dir)).toEqual(state)
  expect(readdirSync(dir)).toEqual(['window.json'])
})

test.each(['', '{', 'null', '{"width":1e9,"height":700}', JSON.stringify({ ...state, width: 10 })])(
  'a file with %j gives the first size',
  (text) => {
    writeFileSync(join(dir, 'window.json'), text)
    expect(readWindowState(dir)).toMatchObject({ width: 1280, height: 840, place: null })
  }
)

test('a folder that cannot be written to is passed over', () => {
  expect(() => saveWindowState(join(dir, 'nowhere'), state)).not.toThrow()
})

test('a place is used while the window can still be taken hold of there', () => {
  expect(placeOn(state, screen)).toEqual({ x: 10, y: 20 })
  expect(placeOn({ ...state, place: { x: -850, y: 20 } }, screen)).toBeNull()
  expect(placeOn({ ...state, place: { x: 1900, y: 20 } }, screen)).toBeNull()
  expect(placeOn({ ...state, place: { x: 10, y: -5 } }, screen)).toBeNull()
  expect(placeOn({ ...state, place: { x: 10, y: 1070 } }, screen)).toBeNull()
  expect(placeOn({ ...state, place: null }, screen)).toBeNull()
})
