import type { ToldWords } from './codes.ts';

export const slProblems: ToldWords['problems'] = {
  'gate/linkage':
    'Poskusni napadi najdejo osebe pogosteje, kot dovoli politika.|Povečajte k, pri krivuljah tudi P, ali objavite bolj grobe stolpce.',
  'gate/limits-not-met': 'Nobena nastavitev ne ostane v zahtevanih mejah.|Sprostite mejo ali izberite manjši k.',
  'input/ambiguous-notation': 'Celice ne povedo, kako so zapisane<: {column}>.|Odgovorite na vprašanje na zaslonu Pregled.',
  'input/bad-query': 'Poizvedbe vira ni mogoče izvesti.|Popraviti jo mora upravljavec strežnika.',
  'input/bad-series-file':
    'Datoteke ni mogoče prebrati kot datoteko z vrstami.|Popravite vrstico, datoteko prenesite znova ali jo shranite kot CSV z glavo.',
  'input/bad-time':
    'Neberljivi časi v »{column}«: {times} od {rows}.|Na zaslonu Pregled povejte, kako so zapisani, ali jih zapišite kot 2024-03-01T14:30:00.',
  'input/bad-xes': 'Datoteke ni mogoče prebrati kot dnevnik XES.|Izvozite jo znova ali kot CSV.',
  'input/broken-encoding':
    'Datoteka ni besedilo< {encoding}>.|Na zaslonu Pregled izberite drugo kodiranje ali jo shranite kot UTF-8.',
  'input/broken-text': 'Besedilo vsebuje pol znaka<, v stolpcu »{column}«>.|Popravite besedilo, kjer je bilo odrezano.',
  'input/connection-refused': 'Podatkovna zbirka ni dosegljiva.|Upravljavec strežnika naj preveri naslov in vrata.',
  'input/database-login': 'Podatkovna zbirka je zavrnila prijavo.|Upravljavec strežnika naj preveri uporabnika in geslo.',
  'input/duplicate-column': 'Ime stolpca »{column}« je v glavi večkrat.|V datoteki enega preimenujte.',
  'input/empty': 'Datoteka je prazna.|Preverite, ali se je izvoz končal.',
  'input/empty-cells': 'Prazne celice v vrsti: {cells}.|Dopolnite jih ali te osebe izpustite (nastavitev missing: drop).',
  'input/empty-quasi': 'Prazne celice v »{column}«: {cells}.|Dopolnite stolpec ali ga premaknite med tiste, ki ne odidejo.',
  'input/empty-subject':
    'Vrstice, ki ne povedo, čigave so<, v »{column}«>: {rows}.|Dopolnite stolpec ali na zaslonu Vloge izberite drugega.',
  'input/error-cells': 'Celice z napako preglednice, kot je #N/A: {cells}.|Popravite formule ali izpraznite celice.',
  'input/irregular-instants':
    'Koraki med trenutki v »{column}« niso enaki: drugačnih je {differ} od {steps}.|Vrednosti prenesite na enakomerno mrežo, na primer povprečje na uro.',
  'input/merged-cells': 'Združene celice v listu: {ranges}.|Razdružite jih in vsako izpolnite.',
  'input/missing-column': 'Datoteka nima stolpca »{column}«.|Preverite ime na zaslonu Vloge.',
  'input/missing-database': 'Strežnik nima podatkovne zbirke s tem imenom.|Upravljavec naj preveri naslov.',
  'input/missing-file': 'Datoteke ni.|Naložite jo znova na prvem zaslonu.',
  'input/missing-table': 'Tabele ni ali ime v poizvedbi ni znano.|Upravljavec strežnika naj preveri vir.',
  'input/mixed-offsets':
    'Časi v »{column}« imajo različne odmike od UTC: {offsets}.|Na zaslonu Zaščita izberite, čigava ura velja.',
  'input/no-hierarchy': 'Za »{column}« take hierarhije ni mogoče pripraviti.|Izberite drugo vrsto ali dajte datoteko.',
  'input/no-permission': 'Podatkovna zbirka tega ne dovoli.|Njen lastnik mora dovoliti branje tabele.',
  'input/no-header':
    'Zdi se, da se datoteka začne s podatki in ne z imeni stolpcev.|V prvo vrstico napišite ime vsakega stolpca.',
  'input/no-rows': 'Datoteka ima imena stolpcev, a nobene vrstice.|Preverite, ali se je izvoz končal.',
  'input/no-such-date':
    'Celice, oblikovane kot datum, s številom, ki ni datum: {cells}.|Popravite celice ali jih oblikujte kot števila.',
  'input/not-a-number':
    'Stolpec »{column}« ima besedilo v {count} od {rows} vrstic.|Na zaslonu Pregled povejte, kako so zapisana števila, popravite celice ali dajte stolpcu drugo vlogo.',
  'input/not-finite': 'Celice v »{column}«, ki niso končno število: {cells}.|Popravite jih ali pustite prazne.',
  'input/not-utf8': 'Datoteka ni besedilo UTF-8.|Na zaslonu Pregled izberite kodiranje ali jo shranite kot UTF-8.',
  'input/nul-character': 'Celica v »{column}« vsebuje znak NUL.|Odstranite ga iz datoteke.',
  'input/open-quote':
    'Narekovaj je odprt in ni zaprt ali pa za zaprtim sledi besedilo.|Zaprite narekovaj; znotraj celice se zapiše dvakrat.',
  'input/other-spreadsheet':
    'Te vrste preglednice ni mogoče prebrati ali pa ima geslo.|Shranite jo kot .xlsx brez gesla ali kot CSV UTF-8.',
  'input/ragged-row': 'Vrstica ima celic: {found}, glava: {expected}.|Popravite vrstico; celica z ločilom stoji v narekovajih.',
  'input/remote-address': 'Podatki so na drugem naslovu, ki se ne bere.|Prenesite datoteko in jo naložite tu.',
  'input/repeated-instant':
    'Vrstice, ki ponavljajo isto osebo in isti trenutek: {rows}.|Naredite eno vrstico, s povprečjem ali vsoto.',
  'input/repeated-subject':
    'Osebe v »{column}« z več kot eno vrstico: {subjects}.|Naredite eno vrstico na osebo ali na zaslonu Vloge izberite drug stolpec.',
  'input/some-offsets':
    'Nekateri časi v »{column}« imajo odmik od UTC, drugi ne: brez njega {without} od {times}.|Zapišite vse z odmikom ali vse brez.',
  'input/spelt-twice':
    'Vrednosti v »{column}«, ki se razlikujejo le po velikosti črk, presledkih ali širini: {values}.|Vsako vrednost pišite enako.',
  'input/tls':
    'Zaupanja vredne šifrirane povezave z zbirko ni bilo mogoče vzpostaviti.|Upravljavec strežnika naj preveri potrdilo.',
  'input/too-large': 'Celice v »{column}« s prevelikim številom: {cells}.|Uporabite večjo enoto ali dajte stolpcu drugo vlogo.',
  'input/too-many-instants':
    '»{column}« ima različnih trenutkov {instants}; prebere se jih največ {most}.|Uporabite bolj grobo mrežo ali krajše obdobje.',
  'input/unfit-cells':
    'Drugače zapisane celice v »{column}«: {cells} od {rows}.|Popravite jih ali na zaslonu Pregled povejte, kako so zapisane.',
  'input/unknown-host': 'Računalnik podatkovne zbirke ni znan.|Upravljavec strežnika naj preveri naslov.',
  'input/unmapped-event':
    'Šifre dogodkov brez razreda v »{column}«: {codes} (dogodkov: {events}).|Dodajte jih v preslikavo ali izberite, kaj z njimi (nastavitev unmapped).',
  'input/unnamed-column':
    'Celica {cell} ni prazna, njen stolpec pa nima imena.|Poimenujte stolpec ali odstranite opombe in naslove ob tabeli.',
  'input/unreadable': 'Datoteke ni mogoče prebrati.|Preverite, ali je cela in take vrste, kot pravi njeno ime.',
  'input/unreadable-time': 'Vrstice brez berljivega časa v »{column}«: {rows}.|Na zaslonu Pregled povejte, kako so zapisani.',
  'input/unsupported-series-file': 'Te oblike datoteke z vrstami ni mogoče prebrati.|Shranite jo kot CSV, eno vrsto na vrstico.',
  'input/unsupported-type':
    'Stolpec ima celice, ki niso ena vrednost<: {columns}>.|Izpustite ga ali iz njega naredite preproste stolpce.',
  'input/varying-attribute':
    '»{column}« se od vrstice do vrstice spreminja pri {varying} od {subjects} oseb.|Premaknite ga med tiste, ki ne odidejo, ali ga skrčite na eno vrednost na osebo.',
  'input/which-sheet': 'Datoteka ima več listov<: {sheets}>.|Pravi list shranite posebej.',
  'input/which-table': 'Datoteka ima več tabel<: {tables}>.|Pravo tabelo shranite posebej.',
  'input/wrong-delimiter': 'Z ločilom »{used}« se prebere en sam stolpec.|Na zaslonu Pregled izberite »{found}«.',
  'ledger/broken-chain':
    'Register objav je bil spremenjen: vrstica ne sledi iz prejšnje.|Upravljavec strežnika naj ga povrne iz kopije.',
  'ledger/busy': 'V register objav ravno piše drugo delo.|Poskusite čez trenutek.',
  'ledger/crowd-below-k':
    'Skupaj s tem, kar je že odšlo, bi ta objava pustila osebe v množici, manjši od {k}.|Objavite bolj grobo različico istih skupin ali druge osebe.',
  'ledger/key-missing': 'Manjka ključ registra objav.|Upravljavec strežnika ga mora vrniti.',
  'ledger/no-row-numbers':
    'Register ne more povedati, čigavi so objavljeni zapisi.|Upravljavec strežnika lahko zažene brez registra.',
  'ledger/not-a-ledger': 'Registra objav ni mogoče prebrati.|Upravljavec strežnika naj preveri datoteko.',
  'ledger/not-entered': 'Objave ni v registru.|Naredite jo znova z registrom.',
  'ledger/not-found': 'Registra objav ni.|Upravljavec strežnika naj preveri datoteko.',
  'ledger/wrong-key': 'Ključ ob registru pripada drugemu.|Upravljavec strežnika mora vrniti pravega.',
  'policy/model-column':
    'Ničesar ni mogoče obljubiti<, o »{column}«>: potreben je nespremenjeno objavljen stolpec.|Premaknite ga med to, kar bralci želijo, ali odstranite obljubo.',
  'policy/model-hierarchy':
    'Za »{column}« se zahteva bližina po hierarhiji, a datoteke ni.|Dajte datoteko ali izberite drugo razdaljo.',
  'policy/model-method':
    'Metoda {method} o vrednostih, ki jih bralci želijo, ne more ničesar obljubiti.|Izberite local ali hierarchy ali odstranite obljubo.',
  'policy/model-order': 'Vrednosti v »{column}« nimajo reda: nekatere niso števila.|Izberite razdaljo equal ali hierarhijo.',
  'policy/population-needed': '{setting} se zahteva brez populacije.|Navedite tabelo vseh ali opustite obljubo.',
  'policy/population-column': 'V populaciji ni stolpca »{column}«.|Dodajte ga ali mu dajte ime, ki ga ima v podatkih.',
  'policy/not-in-population': 'V podatkih so taki, ki jih v populaciji ni: {missing}.|Navedite populacijo, v kateri so vsi.',
  'policy/population-out-of-reach':
    'Skupine, ki ne izpolnijo zahtevanega glede populacije: {groups}.|Zahtevajte manj ali odstranite stolpce.',
  'policy/model-out-of-reach':
    'Tega, kar se zahteva za »{column}«, ne izpolnijo niti vsi zapisi skupaj.|Zahtevajte manj, objavite druge vrednosti ali odstranite stolpec.',
  'policy/model-values':
    '»{column}« ima različnih vrednosti {values}; bližina se izračuna za največ {most}.|Objavite bolj grobe vrednosti ali zahtevajte l.',
  'output/exists': 'Ta objava že obstaja.|Odstranite jo ali naredite novo.',
  'output/kept-columns':
    'Nespremenjeni stolpci že sami izločijo preveč oseb.|Izpustite jih ali naredite bolj grobe, ali pa objavo izročite partnerju.',
  'output/no-internal-report': 'Tej objavi manjka notranje poročilo.|Objavo naredite znova.',
  'output/not-a-release': 'Tu je že nekaj, kar ni objava.|Izberite drugo mesto.',
  'output/subject-kept': 'Tako bi odšle osebe same.|Na zaslonu Zaščita izberite drugo povezovanje dogodkov.',
  'output/too-many-parts': 'Objava bi imela datotek s podatki {parts}; največ jih je {most}.|V vsako datoteko dajte več vrstic.',
  'output/unicity':
    'Oznaka in nekaj znanih dogodkov izločijo preveč oseb za javno objavo.|Na zaslonu Zaščita izberite, da dogodkov nič ne povezuje, ali objavo izročite partnerju.',
  'output/unwritable': 'Objave ni mogoče zapisati.|Upravljavec strežnika naj preveri mapo.',
  'policy/bad-hierarchy':
    'Hierarhije za »{column}« ni mogoče uporabiti.|Pišite vrstico na vrednost: vrednost, nato njeni predniki, ločeni s »;«.',
  'policy/bad-level': 'Najvišja raven je {level}; sega od 1 do 26.|Izberite število od 1 do 26.',
  'policy/bad-mapping': 'Preslikave šifer v razrede ni mogoče uporabiti.|Pišite šifro na vrstico: »šifra;razred«.',
  'policy/bad-pattern': 'Izraz se ne ujema z nobenim stolpcem.|Popravite ga ali naštejte stolpce.',
  'policy/bad-value': '»{key}« ima vrednost, ki je ni mogoče uporabiti.|Popravite jo.',
  'policy/cannot-be-disjoint':
    'Ni mogoče obljubiti, da se vrstice nikoli ne prekrivajo<, s stolpcem »{column}«>.|Na zaslonu Zaščita izberite metodo local ali stolpec odstranite.',
  'policy/column-without-role': 'Stolpci brez vloge: {columns}.|Dajte jim mesto na zaslonu Vloge.',
  'policy/dominance-without-means': 'Nihče naj ne bi prevladal v povprečju, a povprečja ni.|Odstranite nastavitev dominance.',
  'policy/flat-value-taken': 'Vrednost za sploščenje je prava vrednost stolpca »{column}«.|Izberite drugo.',
  'policy/flatten-not-quasi': '»{column}« naj se splošči, a ni med tem, kar bi drugi lahko vedeli.|Izberite drug stolpec.',
  'policy/k-too-large': 'k je {k}, oseb pa je {subjects}.|Na zaslonu Zaščita izberite manjši k ali objavite več oseb skupaj.',
  'policy/k-too-small': 'k je {k}: pod 2 se nihče ne skriva.|Izberite 2 ali več; običajno vsaj 5.',
  'policy/kept-in-aggregate':
    'Seštete vrstice in nespremenjeni stolpci ne gredo skupaj: {columns}.|Stolpce odstranite na zaslonu Vloge.',
  'policy/l-too-large': 'l je {l}, »{column}« pa ima le {most} različnih vrednosti.|Izberite manjši l ali odstranite stolpec.',
  'policy/l-without-sensitive': 'l je {l}, a ni stolpca, ki ga bralci želijo.|Izberite ga na zaslonu Vloge ali odstranite l.',
  'policy/long-and-wide': 'Tabela je označena kot dolga in široka hkrati.|Obdržite eno od obojega.',
  'policy/loss-out-of-reach': 'Nobena nastavitev ne ostane pod mejo izgube {limit}.|Zvišajte mejo ali znižajte k ali P.',
  'policy/order-needs-rows':
    'Ta pogon ne šteje vrstic, zato vrstnega reda dogodkov ni mogoče povedati.|Zaženite na tem računalniku ali izpustite vrstni red.',
  'policy/needs-order':
    'Trajanja zadevajo prejšnji dogodek, vrstni red pa ni objavljen.|Objavite vrstni red ali cele sledi ali izpustite trajanja.',
  'policy/needs-links':
    '»{setting}« zadeva dogodke, ki jih povezuje število, teh pa tu ni.|Izberite skupna števila ali izpustite »{setting}«.',
  'policy/name-taken': 'Objava bi imela zasedeno ime stolpca: »{column}«.|Stolpec v datoteki preimenujte ali ga odstranite.',
  'policy/no-quasi': 'Noben stolpec ni med tem, kar bi drugi lahko vedeli.|Premaknite katerega na zaslonu Vloge.',
  'policy/no-series': 'Noben stolpec ni krivulja.|Preverite branje na zaslonu Pregled.',
  'policy/no-subject': 'Ni povedano, koga varujemo.|Izberite na zaslonu Vloge; sicer bi k štel vrstice.',
  'policy/noise-too-large':
    'Pri k = {k} in šumu do {most} je {subjects} oseb premalo.|Izberite manj šuma ali objavite več oseb skupaj.',
  'policy/noise-unfit': 'Šum gre le s štetjem oseb, ki imajo oznako.|Odstranite nastavitev noise ali objavite le števila.',
  'policy/nothing-left':
    'Za objavo ne ostane noben dogodek<, pri k = {k}>.|Izberite manjši k<: {largest} bi jih ohranil {events} od {all}> ali objavite manj stolpcev.',
  'policy/other-family': 'Metoda {method} ni iz te družine.|Izberite drugo metodo.',
  'policy/other-method': '»{key}« ni nastavitev metode {method}.|Odstranite jo ali zamenjajte metodo.',
  'policy/p-above-k':
    'P je {p}, k pa {k}: skupina ne more imeti oblike, ki jo deli več oseb, kot jih ima.|Izberite P, ki ni večji od k.',
  'policy/repeated-column': '»{column}« je naveden dvakrat.|Navedite ga enkrat.',
  'policy/running-name':
    'Ime stolpca {position} se začne z znakom, ki bi ga preglednica izvedla.|Stolpec v datoteki preimenujte.',
  'policy/shared-without-window':
    'Povezali bi se dogodki obdobja, ki ga noben objavljen stolpec ne pove.|Na zaslonu Zaščita izberite drugo povezovanje dogodkov.',
  'policy/too-few-left': 'Ko izpadejo osebe brez družbe, jih ostane manj kot k = {k}.|Znižajte P ali izberite metodo naive.',
  'policy/too-many-combinations':
    'Možnih kombinacij je več, kot jih je mogoče natančno prešteti: {columns}.|Odstranite stolpce, ki povedo isto dvakrat.',
  'policy/too-many-left-out':
    'Pri preveč osebah bi izpadel kak zapis: največji dovoljeni delež je {most}.|Izberite manjši k ali metodo local ali zvišajte suppression.',
  'policy/too-many-segments': 'Odsekov je {segments}, trenutkov v vrsti pa {length}.|Izberite {length} ali manj.',
  'policy/two-roles': 'Stolpec »{column}« ima dve vlogi.|Na zaslonu Vloge mu dajte eno.',
  'policy/unknown-key': '»{key}« ni nastavitev.|Preverite, kako se piše.',
  'policy/unknown-quasi': 'Dogodki se ne objavljajo po »{column}«.|Izberite drug stolpec.',
  'policy/unknown-weight': 'Utež navaja »{column}«, ki ni med tem, kar bi drugi lahko vedeli.|Odstranite utež.',
  'policy/unreadable': 'Pravil ni mogoče prebrati.|Popravite jih: ena nastavitev na vrstico.',
  'resource/connection-lost': 'Povezava s podatkovno zbirko se je prekinila.|Poskusite znova.',
  'resource/database-busy': 'Podatkovni zbirki nečesa primanjkuje: povezav, pomnilnika ali diska.|Poskusite pozneje.',
  'resource/database-timeout': 'Podatkovna zbirka je potrebovala preveč časa.|Poskusite znova ali berite manj vrstic.',
  'resource/disk-full': 'Disk je poln; nič ni objavljeno.|Sprostite prostor in poskusite znova.',
  'resource/memory': 'Dovoljeni pomnilnik je porabljen.|Upravljavec strežnika ga lahko da več; ali objavite manj vrstic.',
  'risk/no-scratch-space': 'Za začasne datoteke ni prostora.|Sprostite prostor in poskusite znova.',
  'risk/out-of-memory': 'Dovoljeni pomnilnik ne zadošča za merjenje tveganj.|Upravljavec strežnika ga lahko da več.',
  'run/aborted': 'Prekinjeno; nič ni objavljeno.|Zaženite znova, kadar želite.',
  'server/ask-time': 'Odgovor je trajal predolgo.|Uporabite manj vrstic ali stolpcev; upravljavec strežnika lahko da več časa.',
  'server/bad-archive': 'Poslano ni mapa objave.|Pošljite zip objave ali njene datoteke.',
  'server/bad-request': 'Strežnik zahteve ni razumel.|Stran naložite znova in poskusite še enkrat.',
  'server/busy': 'Strežnik je zaseden.|Poskusite čez trenutek.',
  'server/stopping': 'Strežnik se ustavlja.|Poskusite čez trenutek.',
  'server/cut-off': 'Strežnik se je ustavil, ko je delo še teklo.|Zaženite ga znova.',
  'server/fault': 'V Shoalu se je zgodilo nekaj nepričakovanega.|Poskusite znova; če se ponovi, to sporočite brez podatkov.',
  'server/host-not-allowed': 'Naslov te strani ne imenuje tega računalnika.|Uporabite http://127.0.0.1 ali http://localhost.',
  'server/idempotency-key-reused':
    'To delo je bilo že zahtevano z drugimi izbirami.|Stran naložite znova in poskusite še enkrat.',
  'server/internal-forbidden': 'Notranji del zahteva svoj žeton.|Odprite ga z drugim žetonom.',
  'server/job-crashed':
    'Proces tega dela se je nepričakovano končal.|Poskusite znova; upravljavec strežnika lahko da več pomnilnika.',
  'server/job-disk': 'Delo je porabilo več diska, kot mu pripada.|Uporabite manj vrstic; upravljavec strežnika ga lahko da več.',
  'server/job-memory':
    'Delo je porabilo več pomnilnika, kot mu pripada.|Uporabite manj vrstic; upravljavec strežnika ga lahko da več.',
  'server/job-time': 'Delo je trajalo predolgo.|Uporabite manj vrstic; upravljavec strežnika lahko da več časa.',
  'server/k-below-floor': 'k je manjši, kot ta strežnik dovoli.|Na zaslonu Zaščita izberite večji k.',
  'server/known-seed': 'Seme izžreba strežnik.|Odstranite nastavitev seed.',
  'server/method-not-allowed': 'Ta naslov ne počne zahtevanega.|Stran naložite znova.',
  'server/missing-part': 'Manjka del zahteve.|Stran naložite znova in poskusite še enkrat.',
  'server/no-fixed-policy': 'Za ta vir pravila niso določena.|Določi jih lahko upravljavec strežnika.',
  'server/not-found': 'Tega tu ni.|Vrnite se na prvi zaslon.',
  'server/not-ready': 'Delo še ni končano.|Počakajte, da se konča.',
  'server/origin-not-allowed': 'Strani s tega izvora ne smejo uporabljati strežnika.|Odprite studio na njegovem naslovu.',
  'server/own-setting': '»{key}« določi strežnik.|Odstranite to nastavitev.',
  'server/policy-is-fixed': 'Pravila tega vira je določil upravljavec strežnika.|Zaženite ga tak, kot je.',
  'server/request-time': 'Zahteva ni prišla pravočasno.|Poskusite znova.',
  'server/source-closed': 'Kaj je v tem viru, se tu ne pove.|Naredite objavo ali odprite notranji del z drugim žetonom.',
  'server/source-unusable': 'Tega vira tako ni mogoče objaviti.|Povejte upravljavcu strežnika.',
  'server/state-full': 'Dela so zapolnila dovoljeni prostor.|Katero odstranite ali počakajte, da se končajo.',
  'server/stopped': 'Strežnik je bil ustavljen, preden se je delo končalo.|Zaženite ga znova.',
  'server/too-large': 'To je več, kot ta strežnik sprejme.|Pošljite manj, na primer kot Parquet.',
  'server/too-many-requests': 'Preveč zahtev v eni minuti.|Počakajte trenutek.',
  'server/too-many-uploads': 'Shranjenih je toliko datotek, kot jih je dovoljeno.|Eno odstranite na prvem zaslonu.',
  'server/unauthorised': 'Ta brskalnik ni prepoznan.|Znova odprite naslov, ki ga pokaže terminal.',
  'server/unknown-parameter': 'Zahteva ima neznan del.|Stran naložite znova.',
  'server/unknown-source': 'Tega vira ni.|Na prvem zaslonu izberite drugega.',
  'server/unknown-upload': 'Naložene datoteke ni več.|Naložite jo znova na prvem zaslonu.',
  'server/unsupported-media-type': 'Strežnik te vrste vsebine ne bere.|Stran naložite znova in poskusite še enkrat.',
  'server/upload-cut-off': 'Nalaganje se je končalo, preden je bilo celo.|Naložite znova.',
  'server/upload-in-use': 'To datoteko nalaga drugo okno.|Počakajte, da konča.',
  'server/upload-incomplete': 'Datoteka še ni prišla v celoti.|Na prvem zaslonu jo izberite znova: nadaljuje se, kjer je bila.',
  'server/upload-offset': 'Nalaganje se nadaljuje na drugem mestu.|Datoteko izberite znova: nadaljuje se, kjer je bila.',
  'server/work-changed': 'Te izbire so bile spremenjene v drugem oknu.|Poglejte jih in izberite znova.',
  'verify/cannot-read': 'Datoteke objave ni mogoče prebrati.|Mapo pošljite znova.',
  'verify/changed-meanwhile': 'Datoteka se je med presojo spremenila.|Preverite znova.',
  'verify/no-scratch-space': 'Za začasne datoteke ni prostora.|Sprostite prostor in poskusite znova.',
  'verify/not-a-release': 'Ni datoteke manifest.json: to ni objava.|Pošljite mapo ali zip, ki jo vsebuje.',
  'verify/out-of-memory': 'Dovoljeni pomnilnik ne zadošča za preverjanje.|Upravljavec strežnika ga lahko da več.',
};
