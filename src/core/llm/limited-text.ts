/** Reads the body of a response as text, up to `limit` bytes; the rest is not fetched. */
export async function readLimited(response: Response, limit = 65_536): Promise<string> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      size += value.byteLength
      text += decoder.decode(value, { stream: true })
      if (size >= limit) return text
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}
