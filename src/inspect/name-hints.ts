/** What the name of a column often means, in the languages of those who use Shoal: English, Italian, Slovenian, German, French, Chinese. */
const hints = {
  /** Names, addresses and numbers that lead to a person by themselves. */
  person:
    /^(full|first|last|given|family|sur|middle|maiden|user)?names?$|surname|cogno?me|^nome$|^ime$|priimek|vorname|nachname|prenom|姓名|e?-?mail|phone|telefon|mobile|address|indirizzo|naslov|adresse|地址|电话|ssn|passport|codice_?fiscale|emso|iban|身份证|licen[cs]e_?plate|plate|targa|车牌/,
  subject:
    /(^|_)(id|uid|guid|uuid|key)$|^id($|_)|guid|uuid|user|person|patient|paziente|customer|client|member|employee|vehicle|veicolo|vozilo|device|meter|household|home|card|subject|oseba|uporabnik|utente|driver|kunde|患者|用户|车辆/,
  place: /section|station|stop|zone|region|road|gate|street|location|place|site|sensor|toll|segment|region|路段|站/,
  time: /time|date|hour|day|week|month|year|instant|stamp|step|^t$|^ts$|_at$|^ora$|^data$|datum|ura$|zeit|heure|时间|日期|od_iso/,
  event: /event|dogodek|evento|ereignis|code|type|action|status|activity|alarm|事件/,
  money: /money|amount|price|toll|fee|cost|fare|paid|value|sum|importo|znesek|betrag|montant|金额|费/,
  quasi:
    /^age$|_age$|^eta$|starost|alter|sex|gender|sesso|spol|geschlecht|birth|born|nascita|rojst|zip|post_?code|postal|^cap$|city|town|comune|kraj|ort$|region|province|county|country|nation|job|occupation|profession|poklic|beruf|department|dept|ward|unit|race|ethnic|marital|education|school|vehicle_?(class|type)|年龄|性别|职业|邮编/,
  sensitive:
    /diagnos|disease|illness|condition|salary|income|wage|stipendio|placa|gehalt|performance|score|grade|rating|result|outcome|class$|label|religion|party|sentiment|treatment|drug|hiv|疾病|工资/,
} as const;

export type Hint = keyof typeof hints;

export const says = (name: string, hint: Hint): boolean => hints[hint].test(name.toLowerCase().replaceAll(/[ .-]/g, '_'));
