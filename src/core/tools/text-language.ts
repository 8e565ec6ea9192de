/** Language of an answer: Chinese when the text holds a Chinese character. Tools answer people in the language they wrote in. */
export function languageOf(text: string): 'zh' | 'en' {
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en'
}
