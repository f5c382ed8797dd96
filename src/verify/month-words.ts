/** What each month is called in English, German, French, Spanish, Italian, Slovenian and Polish: this room's own list. */
export const monthWords: readonly string[] = [
  'jan january januar januarja jän jänner janv janvier ene enero gen genn gennaio sty styczen styczeń stycznia',
  'feb february februar februarja feber fev fév fevr févr fevrier février febrero febbr febbraio lut luty lutego',
  'mar march mär mrz märz maerz mars marzo marec marca marzec',
  'apr april aprila aprile avr avril abr abril kwi kwiecien kwiecień kwietnia',
  'may mai mayo mag magg maggio maj maja',
  'jun june juni juin junio giu giugno junij junija cze czerwiec czerwca',
  'jul july juli juil juillet julio lug luglio julij julija lip lipiec lipca',
  'aug august aou aoû aout août ago agosto avg avgust avgusta sie sierpien sierpień sierpnia',
  'sep sept september septembre septembra septiembre setiembre set sett settembre wrz wrzesien wrzesień wrzesnia września',
  'oct october okt oktober oktobra octobre octubre ott ottobre paz paź pazdziernik październik pazdziernika października',
  'nov november novembre novembra noviembre lis listopad listopada',
  'dec december dez dezember déc decembre décembre dic diciembre dicembre decembra gru grudzien grudzień grudnia',
];
