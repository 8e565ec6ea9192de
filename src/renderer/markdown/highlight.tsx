import type { ReactNode } from 'react'
import { createLowlight } from 'lowlight'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import styles from './highlight.module.css'

const lowlight = createLowlight({ bash, c, cpp, css, diff, go, java, javascript, json, python, rust, sql, typescript, xml, yaml })

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

function render(node: Node, key: number): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  const names = node.properties['className']
  const classes = Array.isArray(names) ? names.map((name) => styles[String(name)] ?? '').join(' ') : ''
  const children = node.children.map((child, at) => render(child, at))
  return (
    <span key={key} className={classes.trim()}>
      {children}
    </span>
  )
}

/** Coloured code; null for a language that is not known. */
export function highlight(code: string, language: string): ReactNode {
  const name = language.toLowerCase()
  return lowlight.registered(name) ? lowlight.highlight(name, code).children.map((node, at) => render(node, at)) : null
}
