import type { Catalogue } from '../language.ts'

const en = {
  title: 'Tools',
  lead: 'What a model may use while it answers. A tool that is switched off is not offered to the model at all.',
  loading: 'Reading tools',
  list: 'Tools',
  none: 'There is no tool.',
  network: 'Uses the network',
  networkHint: 'It is given to remote models only. Every request it makes has a receipt.',
  local: 'Works on this machine',
  known: {
    calculator: { name: 'Calculator', what: 'Works out sums exactly.' },
    get_weather: { name: 'Weather', what: 'Asks Open-Meteo for the weather at a place.' },
    save_preference: { name: 'Remember', what: 'Saves what you said about yourself, with your words as evidence.' },
    recall_memory: { name: 'Recall', what: 'Searches memory for what fits the question, when memory is loaded by itself.' },
    memory_search: { name: 'Search memory', what: 'Searches memory and earlier conversations, when the model is to look things up itself.' }
  },
  arguments: 'Arguments',
  argumentsNone: 'It takes no arguments.',
  required: 'required',
  optional: 'optional',
  described: 'What the model reads about it',
  weather: 'Weather service',
  weatherLead: 'Open-Meteo needs no key. Only the place goes to these addresses.',
  geocodingUrl: 'Address that finds places',
  forecastUrl: 'Address that gives the weather'
}

export type ToolsText = typeof en

const zh: ToolsText = {
  title: '工具',
  lead: '模型回答时可以用到的工具。关掉的工具不会出现在模型面前。',
  loading: '正在读取工具',
  list: '工具',
  none: '没有工具。',
  network: '要用网络',
  networkHint: '只交给远程模型使用，它发出的每个请求都有记录。',
  local: '在本机完成',
  known: {
    calculator: { name: '计算器', what: '准确地算出结果。' },
    get_weather: { name: '天气', what: '向 Open-Meteo 查询一个地方的天气。' },
    save_preference: { name: '记住', what: '记下你说过的关于自己的事，并留下原话。' },
    recall_memory: { name: '回忆', what: '自动带上记忆时，在记忆里寻找与问题有关的内容。' },
    memory_search: { name: '搜索记忆', what: '由模型自己查找时，搜索记忆和以前的对话。' }
  },
  arguments: '参数',
  argumentsNone: '不需要参数。',
  required: '必填',
  optional: '可不填',
  described: '模型看到的说明',
  weather: '天气服务',
  weatherLead: 'Open-Meteo 不需要密钥。发往这些地址的只有地点。',
  geocodingUrl: '查找地点的地址',
  forecastUrl: '提供天气的地址'
}

export const toolsText: Catalogue<ToolsText> = { zh, en }
