/** Parts of names that begin a word: words are told apart by anything but letters and digits, and by capitals inside. */
const startsWord = (...parts: readonly string[]): RegExp => new RegExp(`(^|_)(${parts.join('|')})`);

/**
 * What the name of a column often means in the exports of English, German, French, Spanish, Italian, Slovenian, Polish and Chinese programs,
 * without accents. A hint is one voice among others: what the values do is heard as well.
 */
const hints = {
  /** Names, addresses and numbers that lead to a person by themselves. */
  person:
    /^(full|first|last|given|family|sur|middle|maiden|user|nach|vor)?_?names?$|surname|cogno?me|^nome$|^ime$|^imie$|priimek|nazwisko|prenom|apellido|^nombre$|姓名|e_?mail|phone|telef|mobile|handy|cellulare|telephone|(^|_)address|indirizzo|naslov|adresse|direccion|(^|_)adres(_|$)|地址|电话|ssn|passport|ausweis|codice_?fiscale|emso|pesel|(^|_)dni(_|$)|(^|_)nif(_|$)|iban|身份证|licen[cs]e_?plate|(^|_)plate|kennzeichen|nummernschild|targa|matricul|immatricul|plaque|registrsk|tablic|rejestrac|车牌|msisdn|imsi|(^|_)imei/,
  /** People, and what belongs to one of them or stands for one. */
  subject: startsWord(
    'user|person|people|member_?id|subject|oseba|osob|utente|usager|usuario|utilisateur|uporabnik|uzytkownik|benutzer|teilnehmer|participant|proband',
    'patient|pazient|pacient|pacjent|bolnik|versichert|insured|assicurat|mrn|subject|stay|icustay|hadm|record_?id',
    'customer|client|cliente|kunde|klient|stranka|kupec|buyer|account|konto_?n|cuenta_?id|household|haushalt|famigli|hogar|menage|gospod|student|schueler|schuler|employee|mitarbeiter|dipendent|emplead|employe|pracownik|zaposlen',
    'vehicle|veicol|vehicul|vozil|pojazd|fahrzeug|kfz|car_?id|cars?$|bike|bicycle|fahrrad|bicicl|velo|kolo_?id|taxi|cab_?id|medallion|hack_?licen|truck|lkw|driver|fahrer|autista|conduct|chauffeur|voznik|kierowc|voilier|boat|ship|mmsi',
    'licen[cs]e_?plate|plate|kennzeichen|nummernschild|targa|matricul|immatricul|plaque|registrsk|tablic|nr_?rejestr|transponder|obu|tag_?id',
    'device|geraet|gerat|dispositiv|appareil|naprav|urzadz|meter(_|$|id|nr)|smart_?meter|lclid|zahl(er|punkt)|zaehl(er|punkt)|contatore|contador|compteur|stevec|stevil|licznik|pod$|cups$|pdl$|home_?id|house_?id|card|karte|kart[aei]|tessera|tarjeta|carte|sim_?id|imsi|msisdn|phone',
    'case|caseid|fall_?(nr|id|nummer)|fall$|caso|dossier|sprawa|primer_?id|guid|uuid|患者|用户|车辆|客户',
  ),
  /** Whatever numbers something. */
  id: /(^|_)(id|ids|uid|key|ref)$|^id(_|$)|guid|uuid/,
  /** One journey, order or line: it numbers what somebody did, not who. */
  record: startsWord(
    'ride(_|$|id)|trip|fahrt(_|$|en?_?(id|nr))|viaggi|viaje|trajet|voznj|przejazd|journey|order|bestell|auftrag|ordine|pedido|commande|narocil|zamowien|invoice|rechnung|fattura|factura|facture|faktur|transact|transakt|transaz|transacc|buchung|booking|reservation|receipt|bon(_|$|nr)|beleg|scontrin|ticket|basket|warenkorb|event_?(id|nr|no|key)|ereignis_?(id|nr)|zdarzeni[ea]_?id|dogodek_?id|row|line_?(id|no|nr)|zeile|seq|log_?id|message',
  ),
  place: startsWord(
    'section|station|stop|zone|region|road|gate|street|location|place|site|sensor|toll(_|$|station|gate|booth|plaza|sect)|segment|pu_?location|do_?location|pickup_(loc|zone|lo|la)|dropoff_(loc|zone|lo|la)|origin|destination|terminal|airport|store|shop|branch|plaza',
    'mautstelle|maut_?st|haltestelle|stelle|standort|bahnhof|abschnitt|strecke|strasse|autobahn|filiale|casello|stazion|fermata|uscita|entrata|tratt|negozi|estacion|parada|peaje|tienda|gare|arret|peage|sortie|entree|magasin|postaj|cestnin|odsek|izstop|trgovin|stacja|przystan|bramk|odcin|sklep|lat(_|$|itude)|lng|lon(_|$|gitude)|路段|站',
  ),
  time: /time|date|hour|day|week|month|year|instant|stamp|step|^t$|^ts$|_at$|(^|_)or[ae](_|$)|^data(_|$)|_data$|datum|(^|_)ura(_|$)|zeit|heure|fecha|(^|_)hora|godzin|(^|_)czas|(^|_)cas(_|$)|giorno|(^|_)tag(_|$)|(^|_)dan(_|$)|dzien|jour(_|$)|(^|_)dia(_|$)|iculos|时间|日期|od_iso/,
  event:
    /event|dogodek|dogodk|evento|ereignis|evenement|zdarzen|(^|_)code|(^|_)type|action|status|activi|aktivi|alarm|attivit|aktywn|concept_name|(^|_)task|vorgang|aktion|massnahme|operation|transition|lifecycle|(^|_)what$|事件/,
  money:
    /money|amount|price|(^|_)toll$|(^|_)fee|cost|fare|paid|(^|_)sum(_|$|me)|importo|znesek|betrag|montant|preis|gebuhr|gebuehr|entgelt|umsatz|prezz|(^|_)total|precio|coste|importe|prix|(^|_)cena|strosek|kwot|koszt|oplat|(^|_)eur(_|$)|(^|_)usd(_|$)|revenue|charge|(^|_)tip|金额|费/,
  quantity: /quantit|(^|_)qty|menge|anzahl|cantidad|kolicin|ilosc|(^|_)units?$|数量/,
  article: startsWord(
    'article|artikel|product|produkt|item|sku|stock_?(code|id)|ean|gtin|isbn|asin|articol|prodott|articul|produit|izdel|artykul|towar|goods|商品',
  ),
  /** What is measured again and again. */
  reading:
    /kwh|verbrauch|consum|poraba|zuzyc|usage|(^|_)load|leistung|power|energ|messwert|(^|_)wert|reading|mesure|misura|lettura|lectura|meritev|pomiar|heart|pulse|(^|_)hr$|spo2|o2_?sat|glucose|temper|(^|_)value|steps|speed/,
  postal:
    /(^|_)zip|(^|_)plz|postleit|post_?(code|al|nr|na(_|$)|nummer)|postcode|(^|_)cap$|cod(ice|igo|e)_?(di_?avviamento_?)?postal|(^|_)cp$|kod_?poczt|postna|邮编/,
  quasi:
    /^age$|_age$|^age_|^eta$|starost|(^|_)alter(_|$)|(^|_)edad|^wiek|sex|gender|sesso|(^|_)spol|geschlecht|(^|_)sexe|plec(_|$)|birth|born|nascita|rojst|geburt|naissance|nacimiento|urodz|zip|(^|_)plz|post_?code|postal|postleit|kod_poczt|^cap$|city|town|comune|(^|_)kraj|ort$|stadt|gemeinde|bezirk|ciudad|ville(_|$)|miasto|region|provinc|county|country|nation|(^|_)land$|job|occupation|profession|poklic|beruf|zawod|department|dept|abteilung|(^|_)ward|(^|_)unit$|race|ethnic|marital|familienstand|education|bildung|school|vehicle_?(class|type)|fahrzeug_?(klasse|art|typ)|klasse(_|$)|categoria_?veic|user_?type|member_?(casual|type|status)|tarif|acorn|年龄|性别|职业/,
  sensitive:
    /diagnos|disease|illness|condition|befund|krankheit|malatti|enfermedad|maladie|bolez|chorob|(^|_)icd|salary|income|wage|stipendio|(^|_)placa|gehalt|(^|_)lohn|salari|wynagrodz|zarob|einkommen|performance|score|grade|rating|result|ergebnis|outcome|class$|label|religion|party|sentiment|treatment|therap|behandl|drug|medika|hiv|疾病|工资/,
  /** Words that somebody typed: they may say anything. */
  remark:
    /comment|kommentar|remark|bemerkung|anmerkung|(^|_)notes?$|(^|_)nota|osservaz|observaci|remarque|opomb|uwag|freitext|free_?text|(^|_)memo|备注/,
} as const;

export type Hint = keyof typeof hints;

export const says = (name: string, hint: Hint): boolean => hints[hint].test(plainName(name));

/** In small letters, without accents, with `_` between words. */
function plainName(name: string): string {
  return name
    .replaceAll(/([a-z]{2})([A-Z])/g, '$1_$2') // kWh is one word
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_');
}
