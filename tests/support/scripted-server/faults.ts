import {
  DONE,
  cut,
  data,
  delta,
  failure,
  finish,
  html,
  inBytes,
  json,
  keepAlive,
  refused,
  status,
  stream,
  text,
  toolCalls,
  usage
} from './replies.ts'
import type { ChatRequest, Reply, Script } from './types.ts'

export interface ExpectedCall {
  /** Any non-empty one when absent. */
  readonly id?: string
  readonly name: string
  readonly args: string
}

export interface Expected {
  readonly text?: string
  readonly reasoning?: string
  /** Absent: none may be given out. */
  readonly calls?: readonly ExpectedCall[]
  /** A reason to finish, or the code of an error. */
  readonly end: string
  readonly hint?: string
  readonly usage?: { readonly input: number; readonly output: number }
  /** Requests that the server must have seen; 1 when absent. */
  readonly requests?: number
}

/** One way in which a server misbehaves, and what must come of it. */
export interface Fault {
  readonly name: string
  readonly replies: readonly Script<ChatRequest>[]
  readonly expected: Expected
}

type Wire = Readonly<Record<string, unknown>>

function call(fields: { index?: number; id?: string; name?: string; args?: unknown }): Wire {
  const { index, id, name, args } = fields
  const made = { ...(name === undefined ? {} : { name }), ...(args === undefined ? {} : { arguments: args }) }
  return { ...(index === undefined ? {} : { index }), ...(id === undefined ? {} : { id }), type: 'function', function: made }
}

/** A stream that gives each of these as a delta of its own and then wants its tools run. */
function calls(...pieces: readonly (Wire | readonly Wire[])[]): Reply {
  return stream(...pieces.map((piece) => delta({ tool_calls: Array.isArray(piece) ? piece : [piece] })), finish('tool_calls'), DONE)
}

const joining: readonly Fault[] = [
  {
    name: 'an id in the first delta only, then five argument pieces with the index only',
    replies: [
      calls(
        call({ index: 0, id: 'c1', name: 'read', args: '' }),
        ...['{"pa', 'th"', ':"', 'a.txt', '"}'].map((args) => call({ index: 0, args }))
      )
    ],
    expected: { calls: [{ id: 'c1', name: 'read', args: '{"path":"a.txt"}' }], end: 'tool-calls' }
  },
  {
    name: 'two parallel calls without an index and with different ids',
    replies: [
      calls(
        call({ id: 'a', name: 'read', args: '{"n":' }),
        call({ id: 'a', name: 'read', args: '1}' }),
        call({ id: 'b', name: 'read', args: '{"n":2}' })
      )
    ],
    expected: {
      calls: [
        { id: 'a', name: 'read', args: '{"n":1}' },
        { id: 'b', name: 'read', args: '{"n":2}' }
      ],
      end: 'tool-calls'
    }
  },
  {
    name: 'two calls without index and id, told apart by name',
    replies: [calls(call({ name: 'read', args: '{"n":1}' }), call({ name: 'write', args: '{"n":' }), call({ args: '2}' }))],
    expected: {
      calls: [
        { name: 'read', args: '{"n":1}' },
        { name: 'write', args: '{"n":2}' }
      ],
      end: 'tool-calls'
    }
  },
  {
    name: 'two whole calls of the same tool without index and id in one delta',
    replies: [calls([call({ name: 'read', args: '{"n":1}' }), call({ name: 'read', args: '{"n":2}' })])],
    expected: {
      calls: [
        { name: 'read', args: '{"n":1}' },
        { name: 'read', args: '{"n":2}' }
      ],
      end: 'tool-calls'
    }
  },
  {
    name: 'a whole call that is repeated unchanged, with and without an index',
    replies: [
      calls(
        call({ id: 'a', name: 'read', args: '{"n":1}' }),
        call({ id: 'a', name: 'read', args: '{"n":1}' }),
        call({ index: 1, id: 'b', name: 'write', args: '{"n":2}' }),
        call({ index: 1, id: 'b', name: 'write', args: '{"n":2}' })
      )
    ],
    expected: {
      calls: [
        { id: 'a', name: 'read', args: '{"n":1}' },
        { id: 'b', name: 'write', args: '{"n":2}' }
      ],
      end: 'tool-calls'
    }
  },
  {
    name: 'parallel calls that all have index 0 and ids of their own',
    replies: [calls(call({ index: 0, id: 'a', name: 'read', args: '{}' }), call({ index: 0, id: 'b', name: 'read', args: '{"n":2}' }))],
    expected: {
      calls: [
        { id: 'a', name: 'read', args: '{}' },
        { id: 'b', name: 'read', args: '{"n":2}' }
      ],
      end: 'tool-calls'
    }
  },
  {
    name: 'an empty id on two calls with indexes',
    replies: [calls(call({ index: 0, id: '', name: 'read', args: '{}' }), call({ index: 1, id: '', name: 'read', args: '{}' }))],
    expected: {
      calls: [
        { name: 'read', args: '{}' },
        { name: 'read', args: '{}' }
      ],
      end: 'tool-calls'
    }
  },
  {
    name: 'an empty id on two calls without indexes',
    replies: [calls(call({ id: '', name: 'read', args: '{"a":1}' }), call({ id: '', name: 'write', args: '{"b":1}' }))],
    expected: {
      calls: [
        { name: 'read', args: '{"a":1}' },
        { name: 'write', args: '{"b":1}' }
      ],
      end: 'tool-calls'
    }
  },
  {
    name: 'the same id on two calls with indexes',
    replies: [
      calls(call({ index: 0, id: 'x', name: 'read', args: '{"a":1}' }), call({ index: 1, id: 'x', name: 'write', args: '{"b":1}' }))
    ],
    expected: {
      calls: [
        { id: 'x', name: 'read', args: '{"a":1}' },
        { id: 'x_2', name: 'write', args: '{"b":1}' }
      ],
      end: 'tool-calls'
    }
  },
  {
    name: 'no arguments as "", null, "null" and "{}"',
    replies: [calls(...['', null, 'null', '{}'].map((args, index) => call({ index, id: `c${index}`, name: 'now', args })))],
    expected: {
      calls: ['', '', '', '{}'].map((args, index) => ({ id: `c${index}`, name: 'now', args })),
      end: 'tool-calls'
    }
  },
  {
    name: 'arguments as an object instead of text',
    replies: [calls(call({ index: 0, id: 'c', name: 'read', args: { path: 'a' } }))],
    expected: { calls: [{ id: 'c', name: 'read', args: '{"path":"a"}' }], end: 'tool-calls' }
  },
  {
    name: 'arguments that stop in the middle of a message that the provider calls complete',
    replies: [calls(call({ index: 0, id: 'c', name: 'read', args: '{"path":"a' }))],
    expected: { calls: [{ id: 'c', name: 'read', args: '{"path":"a' }], end: 'tool-calls' }
  },
  {
    name: 'calls that end with the finish reason of ordinary text',
    replies: [toolCalls([{ name: 'read', args: { n: 1 }, id: 'c' }], { finish: 'stop' })],
    expected: { calls: [{ id: 'c', name: 'read', args: '{"n":1}' }], end: 'tool-calls', usage: { input: 12, output: 8 } }
  }
]

const never: readonly Fault[] = [
  {
    name: 'a whole call in a message that ran out of tokens',
    replies: [toolCalls([{ name: 'read', args: {} }], { finish: 'length' })],
    expected: { end: 'length', usage: { input: 12, output: 8 } }
  },
  {
    name: 'a whole call in a stream that is cut',
    replies: [stream(delta({ tool_calls: [call({ index: 0, id: 'c', name: 'read', args: '{}' })] }), cut)],
    expected: { end: 'cut' }
  },
  {
    name: 'a whole call in a stream that ends without a finish reason',
    replies: [stream(delta({ tool_calls: [call({ index: 0, id: 'c', name: 'read', args: '{}' })] }), DONE)],
    expected: { end: 'cut' }
  },
  {
    name: 'a whole call with a finish reason that nobody knows',
    replies: [toolCalls([{ name: 'read', args: {} }], { finish: 'guardrail' })],
    expected: { end: 'cut', usage: { input: 12, output: 8 } }
  }
]

const streams: readonly Fault[] = [
  {
    name: 'usage-only chunks first and last',
    replies: [stream(usage(1, 0), delta({ content: 'hi' }), finish('stop'), usage(9, 2), DONE)],
    expected: { text: 'hi', end: 'stop', usage: { input: 9, output: 2 } }
  },
  {
    name: 'three tokens, then an error in a 200 stream',
    replies: [stream(...['a', 'b', 'c'].map((content) => delta({ content })), { error: { message: 'server exploded', code: 500 } })],
    expected: { text: 'abc', end: 'PROVIDER_DOWN', hint: 'provider' }
  },
  {
    name: 'an error that is only a sentence, after three tokens',
    replies: [stream(...['a', 'b', 'c'].map((content) => delta({ content })), { error: 'overloaded' })],
    expected: { text: 'abc', end: 'PROVIDER_DOWN', hint: 'provider' }
  },
  {
    name: 'a socket closed after five tokens',
    replies: [stream(...['1', '2', '3', '4', '5'].map((content) => delta({ content })), cut)],
    expected: { text: '12345', end: 'cut' }
  },
  {
    name: 'a stream that simply ends after five tokens, in the middle of an event',
    replies: [stream(...['1', '2', '3', '4', '5'].map((content) => delta({ content })), 'data: {"choices":[{"del')],
    expected: { text: '12345', end: 'cut' }
  },
  {
    name: 'a socket closed after the finish reason',
    replies: [stream(delta({ content: 'whole' }), finish('stop'), cut)],
    expected: { text: 'whole', end: 'stop' }
  },
  {
    name: 'a last event without its blank line and without [DONE]',
    replies: [stream(delta({ content: 'whole' }), data(finish('stop')).trimEnd())],
    expected: { text: 'whole', end: 'stop' }
  },
  {
    name: 'thirty keep-alive lines, then tokens',
    replies: [stream(keepAlive(30), delta({ content: 'hi' }), keepAlive(2), finish('stop'), DONE)],
    expected: { text: 'hi', end: 'stop' }
  },
  {
    name: 'lines that end in CR LF, events without a space after the colon',
    replies: [
      stream(
        `event: message\r\nid: 1\r\ndata:${JSON.stringify(delta({ content: 'hi' }))}\r\n\r\n`,
        `data:${JSON.stringify(finish('stop'))}\r\n\r\n`,
        'data:[DONE]\r\n\r\n'
      )
    ],
    expected: { text: 'hi', end: 'stop' }
  },
  {
    name: '<think> tags split across chunks',
    replies: [stream(...['<thi', 'nk>a</thi', 'nk>b'].map((content) => delta({ content })), finish('stop'), DONE)],
    expected: { reasoning: 'a', text: 'b', end: 'stop' }
  },
  {
    name: 'a literal <think> inside a code fence',
    replies: [text('```html\n<think>a</think>\n```\nand `<think>` in a line', { size: 3 })],
    expected: { text: '```html\n<think>a</think>\n```\nand `<think>` in a line', end: 'stop', usage: { input: 12, output: 52 } }
  },
  {
    name: 'only reasoning and no answer',
    replies: [stream(delta({ reasoning_content: 'hm' }), finish('stop'), DONE)],
    expected: { reasoning: 'hm', text: '', end: 'stop' }
  },
  {
    name: 'reasoning in a field called `reasoning`',
    replies: [stream(delta({ reasoning: 'hm' }), delta({ content: 'so' }), finish('stop'), DONE)],
    expected: { reasoning: 'hm', text: 'so', end: 'stop' }
  },
  {
    name: '中 and 🎉 in writes of one byte',
    replies: [inBytes(stream(delta({ content: '中文🎉' }), finish('stop'), DONE), 1)],
    expected: { text: '中文🎉', end: 'stop' }
  },
  {
    name: '🎉 as two halves in two deltas',
    replies: [stream(delta({ content: 'a\ud83c' }), delta({ content: '\udf89b' }), finish('stop'), DONE)],
    expected: { text: 'a🎉b', end: 'stop' }
  },
  {
    name: 'a server that does not stream',
    replies: [
      json({
        choices: [{ message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 3, completion_tokens: 1 }
      })
    ],
    expected: { text: 'hi', end: 'stop', usage: { input: 3, output: 1 } }
  },
  {
    name: 'an answer stopped by a filter',
    replies: [text('so far', { finish: 'content_filter' })],
    expected: { text: 'so far', end: 'filtered', usage: { input: 12, output: 6 } }
  }
]

const refusals: readonly Fault[] = [
  { name: '401', replies: [failure(401, 'no such key')], expected: { end: 'PROVIDER_AUTH' } },
  { name: '403', replies: [failure(403, 'not for you')], expected: { end: 'PROVIDER_AUTH' } },
  { name: '402', replies: [failure(402, 'Insufficient Balance')], expected: { end: 'PROVIDER_QUOTA' } },
  { name: '429 for want of credit', replies: [failure(429, 'x', { code: 'insufficient_quota' })], expected: { end: 'PROVIDER_QUOTA' } },
  { name: '404 for the model', replies: [failure(404, 'model "x" not found')], expected: { end: 'PROVIDER_BAD_REPLY', hint: 'model' } },
  { name: '404 for the address', replies: [html(404)], expected: { end: 'PROVIDER_BAD_REPLY', hint: 'address' } },
  { name: '413', replies: [status(413)], expected: { end: 'CONTEXT_TOO_LARGE' } },
  { name: '422', replies: [failure(422, 'temperature: not allowed')], expected: { end: 'PROVIDER_BAD_REPLY', hint: 'rejected' } },
  { name: '400', replies: [failure(400, 'bad parameter')], expected: { end: 'PROVIDER_BAD_REPLY', hint: 'rejected' } },
  {
    name: '400 for the length of the request',
    replies: [failure(400, "This model's maximum context length is 4096 tokens", { code: 'context_length_exceeded' })],
    expected: { end: 'CONTEXT_TOO_LARGE' }
  },
  { name: 'HTML with 200', replies: [html()], expected: { end: 'PROVIDER_BAD_REPLY', hint: 'html' } },
  { name: 'words with 200', replies: [status(200, 'hello there')], expected: { end: 'PROVIDER_BAD_REPLY', hint: 'empty' } },
  { name: 'an event that is not JSON', replies: [stream('data: hello\n\n')], expected: { end: 'PROVIDER_BAD_REPLY', hint: 'not-json' } },
  { name: 'nothing with 200', replies: [status(200)], expected: { end: 'PROVIDER_BAD_REPLY', hint: 'empty' } },
  {
    name: 'an error as JSON with 200',
    replies: [json({ error: { message: 'no credit', code: 402 } })],
    expected: { end: 'PROVIDER_QUOTA' }
  }
]

const again: readonly Fault[] = [
  {
    name: '503 once',
    replies: [status(503), text('hi')],
    expected: { text: 'hi', end: 'stop', requests: 2, usage: { input: 12, output: 2 } }
  },
  {
    name: '500 three times',
    replies: [status(500), html(502), status(503)],
    expected: { end: 'PROVIDER_DOWN', hint: 'provider', requests: 3 }
  },
  {
    name: '408 once',
    replies: [status(408), text('hi')],
    expected: { text: 'hi', end: 'stop', requests: 2, usage: { input: 12, output: 2 } }
  },
  {
    name: 'a reset before the answer',
    replies: [refused(), text('hi')],
    expected: { text: 'hi', end: 'stop', requests: 2, usage: { input: 12, output: 2 } }
  },
  {
    name: 'a socket cut after the headers',
    replies: [stream(keepAlive(1), cut), text('hi')],
    expected: { text: 'hi', end: 'stop', requests: 2, usage: { input: 12, output: 2 } }
  },
  {
    name: 'an error 503 in a 200 stream before the first token',
    replies: [stream({ error: { code: 503, message: 'busy' } }), text('hi')],
    expected: { text: 'hi', end: 'stop', requests: 2, usage: { input: 12, output: 2 } }
  }
]

/** The provider rows of the list of faults seen in other products, each as what a server sends and what must come of it. */
export const faults: readonly Fault[] = [...joining, ...never, ...streams, ...refusals, ...again]
