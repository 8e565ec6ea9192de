const ACTIONS_ZH =
  '删除?|推送?|push|提交|合并|部署|发布|上线|覆盖|修改|改动|更改|改写|重写|执行|运行|安装|卸载|转账|付款|支付|购买|下单|订购|发送|发邮件|发消息|回复邮件|重启|格式化|关闭|访问|读取|登录|操作|代表我|替我|帮我(?:决定|下单|付|转|发)|自行|自己决定|动手|清理|清空|移除'
/** Permission with the assistant, or nobody named, as the one who acts. 我可以… is an ability of the person. */
const GRANTS_ZH = [
  new RegExp(`(?<![我他她们])(?:都|也|就)?(?:可以|能|允许|准许|授权|同意|批准|有权|不妨)[^。！？!?；;\\n]{0,14}?(?:${ACTIONS_ZH})`, 'u'),
  new RegExp(
    `(?:直接|随便|随意|放心|尽管|默认)(?:就|地|把)?[^。！？!?；;\\n，,]{0,10}?(?:${ACTIONS_ZH})[^。！？!?；;\\n]{0,12}?(?:就行|就好|吧|即可|没问题|$)`,
    'u'
  ),
  /(?:授权|准许|允许|批准)(?:给|了)?(?:你|您|助手|AI|模型|系统|它|agent)/iu,
  /(?:不(?:用|必|需要?|需|要)再?|无需|无须|别)(?:再|每次(?:都)?|事先|先|都)?(?:经过?|征求|征得)?(?:我的?)?(?:来)?(?:问我|问|确认|同意|批准|请示|许可|征求)/u,
  /(?:你|您|助手|AI)(?:已|已经|拥有|有|具有|享有)[^。！？!?；;\n]{0,8}(?:权限|授权|许可|权)/iu,
  /(?:我|用户)[^。！？!?；;\n，,]{0,6}(?:允许|授权|同意|准许|批准|许可)[^。！？!?；;\n]{0,30}/u
]
const ACTIONS_EN =
  'push|merge|deploy|delete|remove|drop|erase|overwrite|wipe|commit|publish|release|ship|install|uninstall|run|execute|send|email|mail|pay|buy|purchase|order|transfer|spend|book|charge|restart|reboot|shut down|format|access|read|log ?in|change|modify|edit|rewrite|update|act|decide|approve|sign|post|share|skip|clean ?up|clear|use my|do (?:it|that|this|so|anything|whatever)'
const GRANTS_EN = [
  new RegExp(
    `\\b(?:you|assistant|agent|bot|it|ai|model)\\b[^.!?;\\n]{0,25}?\\b(?:may|can|could|are allowed to|is allowed to|are free to|are welcome to|have permission to|has permission to)\\b[^.!?;\\n]{0,30}?\\b(?:${ACTIONS_EN})`,
    'u'
  ),
  new RegExp(`(?:^|[,;:]\\s*)(?:may|can|allowed to|permitted to|authori[sz]ed to|free to)\\b[^.!?;\\n]{0,20}?\\b(?:${ACTIONS_EN})`, 'u'),
  new RegExp(`\\b(?:feel free to|go ahead and|just go ahead and|don['’]t hesitate to)\\b[^.!?;\\n]{0,20}?\\b(?:${ACTIONS_EN})`, 'u'),
  /\b(?:i|user|we|they)\b[^.!?;\n]{0,20}?\b(?:allows?|authori[sz]es?|permits?|approves?|grants?|consents?|gives? (?:you |the assistant |it |my |full |blanket )*(?:permission|authority|consent|access)|lets? (?:you|the assistant|it))\b/u,
  /\b(?:permission|authori[sz]ation|authority|approval|consent) (?:is )?(?:granted|given|to)\b/u,
  /\b(?:no need to|don['’]t (?:have to|need to|bother to)?|do not (?:have to|need to)?|needn['’]t|without|never)\s*(?:ask(?:ing)?|confirm(?:ing)?|check(?:ing)? with)\b/u,
  /\bwithout (?:my |asking for |any |further )*(?:permission|confirmation|approval|consent|asking)\b/u
]

/** "You can call me Sam" gives no permission to act. */
const NAMES = /(?:可以|能)(?:直接)?(?:叫|称呼|喊)我|\b(?:can|may) (?:just |always )?call me\b/u

/**
 * True for words that permit the assistant something, once or for good: may push, 可以直接删除, you can always … Such words are never a memory,
 * whatever a model calls them: permissions come from settings. Errs towards true.
 */
export function isAuthorisation(text: string): boolean {
  const plain = text.normalize('NFKC').toLowerCase().replace(NAMES, ' ')
  return [...GRANTS_ZH, ...GRANTS_EN].some((pattern) => pattern.test(plain))
}
