/** Weather codes of the World Meteorological Organization as Open-Meteo uses them (WMO table 4677, the subset its models give). */
export const WEATHER_CODES: ReadonlyMap<number, Readonly<Record<'zh' | 'en', string>>> = new Map([
  [0, { zh: '晴', en: 'clear sky' }],
  [1, { zh: '大致晴朗', en: 'mainly clear' }],
  [2, { zh: '局部多云', en: 'partly cloudy' }],
  [3, { zh: '阴', en: 'overcast' }],
  [45, { zh: '雾', en: 'fog' }],
  [48, { zh: '雾凇', en: 'depositing rime fog' }],
  [51, { zh: '轻微毛毛雨', en: 'light drizzle' }],
  [53, { zh: '毛毛雨', en: 'drizzle' }],
  [55, { zh: '浓密毛毛雨', en: 'dense drizzle' }],
  [56, { zh: '轻微冻毛毛雨', en: 'light freezing drizzle' }],
  [57, { zh: '冻毛毛雨', en: 'dense freezing drizzle' }],
  [61, { zh: '小雨', en: 'light rain' }],
  [63, { zh: '中雨', en: 'rain' }],
  [65, { zh: '大雨', en: 'heavy rain' }],
  [66, { zh: '小冻雨', en: 'light freezing rain' }],
  [67, { zh: '大冻雨', en: 'heavy freezing rain' }],
  [71, { zh: '小雪', en: 'light snow' }],
  [73, { zh: '中雪', en: 'snow' }],
  [75, { zh: '大雪', en: 'heavy snow' }],
  [77, { zh: '米雪', en: 'snow grains' }],
  [80, { zh: '小阵雨', en: 'light showers' }],
  [81, { zh: '阵雨', en: 'showers' }],
  [82, { zh: '强阵雨', en: 'violent showers' }],
  [85, { zh: '小阵雪', en: 'light snow showers' }],
  [86, { zh: '强阵雪', en: 'heavy snow showers' }],
  [95, { zh: '雷暴', en: 'thunderstorm' }],
  [96, { zh: '雷暴伴小冰雹', en: 'thunderstorm with light hail' }],
  [99, { zh: '雷暴伴大冰雹', en: 'thunderstorm with heavy hail' }]
])

/** A code in words; an unknown one is named by its number, never guessed. */
export function weatherWords(code: number, language: 'zh' | 'en'): string {
  return WEATHER_CODES.get(code)?.[language] ?? (language === 'zh' ? `天气代码 ${code}` : `weather code ${code}`)
}
