import type { ToldWords } from './codes.ts';

export const itProblems: ToldWords['problems'] = {
  'gate/linkage':
    'Gli attacchi di prova ritrovano le persone più spesso di quanto la politica permetta.|Alza k, per le curve anche P, oppure pubblica colonne più grossolane.',
  'gate/limits-not-met': 'Nessuna impostazione rispetta i limiti chiesti.|Allenta un limite, oppure scegli un k più piccolo.',
  'input/ambiguous-notation': 'Le celle non dicono come sono scritte<: {column}>.|Rispondi alla domanda nella schermata Esame.',
  'input/bad-query': 'La richiesta alla fonte non si può eseguire.|Chi gestisce il server deve correggerla.',
  'input/bad-series-file':
    'Il file non si legge come file di serie.|Correggi la riga, scarica di nuovo il file o salvalo come CSV con intestazione.',
  'input/bad-time':
    'Orari illeggibili in «{column}»: {times} di {rows}.|Di’ come sono scritti nella schermata Esame, oppure scrivili come 2024-03-01T14:30:00.',
  'input/bad-xes': 'Il file non si legge come registro di eventi XES.|Esportalo di nuovo, oppure come CSV.',
  'input/broken-encoding':
    'Il file non è testo< {encoding}>.|Scegli un’altra codifica nella schermata Esame, o salvalo come UTF-8.',
  'input/broken-text': 'Un testo contiene mezzo carattere<, nella colonna «{column}»>.|Correggi il testo dove è stato tagliato.',
  'input/connection-refused': 'La banca dati non è raggiungibile.|Chi gestisce il server controlli indirizzo e porta.',
  'input/database-login': 'La banca dati ha rifiutato l’accesso.|Chi gestisce il server controlli utente e password.',
  'input/duplicate-column': 'Il nome di colonna «{column}» compare più volte nell’intestazione.|Rinominane una nel file.',
  'input/empty': 'Il file è vuoto.|Controlla che l’esportazione sia finita.',
  'input/empty-cells':
    'Celle vuote nella serie: {cells}.|Completale, oppure lascia fuori queste persone (impostazione missing: drop).',
  'input/empty-quasi': 'Celle vuote in «{column}»: {cells}.|Completa la colonna, oppure mettila fra quelle che non escono.',
  'input/empty-subject':
    'Righe che non dicono di chi sono<, in «{column}»>: {rows}.|Completa la colonna, o scegline un’altra nella schermata Ruoli.',
  'input/error-cells': 'Celle con un errore del foglio di calcolo, come #N/A: {cells}.|Correggi le formule o svuota le celle.',
  'input/irregular-instants':
    'I passi fra gli istanti di «{column}» non sono tutti uguali: {differ} di {steps} sono diversi.|Porta i valori su una griglia regolare, per esempio una media all’ora.',
  'input/merged-cells': 'Celle unite nel foglio: {ranges}.|Separale e riempi ogni cella con il suo valore.',
  'input/missing-column': 'Il file non ha la colonna «{column}».|Controlla il nome nella schermata Ruoli.',
  'input/missing-database': 'Il server non ha una banca dati con questo nome.|Chi lo gestisce controlli l’indirizzo.',
  'input/missing-file': 'Il file non c’è.|Caricalo di nuovo dalla prima schermata.',
  'input/missing-table':
    'La tabella non c’è, o un nome nella richiesta è sconosciuto.|Chi gestisce il server controlli la fonte.',
  'input/mixed-offsets':
    'Gli orari di «{column}» hanno scarti diversi da UTC: {offsets}.|Nella schermata Protezione scegli quale orologio conta.',
  'input/no-hierarchy': 'Per «{column}» non si può preparare una gerarchia di questo tipo.|Scegli un altro tipo, o dai un file.',
  'input/no-permission': 'La banca dati non lo permette.|Chi la gestisce deve concedere la lettura della tabella.',
  'input/no-header':
    'Il file sembra cominciare con i dati, non con i nomi delle colonne.|Metti nella prima riga un nome per ogni colonna.',
  'input/no-rows': 'Il file ha i nomi delle colonne ma nessuna riga.|Controlla che l’esportazione sia finita.',
  'input/no-such-date':
    'Celle con formato di data e un numero che non è una data: {cells}.|Correggi le celle o dai loro un formato numerico.',
  'input/not-a-number':
    'La colonna «{column}» contiene testo in {count} righe su {rows}.|Di’ come sono scritti i numeri nella schermata Esame, correggi le celle, o dai alla colonna un altro ruolo.',
  'input/not-finite': 'Celle di «{column}» che non sono un numero finito: {cells}.|Correggile, o lasciale vuote.',
  'input/not-utf8': 'Il file non è testo UTF-8.|Scegli la codifica nella schermata Esame, o salvalo come UTF-8.',
  'input/nul-character': 'Una cella di «{column}» contiene il carattere NUL.|Toglilo dal file.',
  'input/open-quote':
    'Una virgoletta è aperta e non chiusa, o segue del testo dopo la chiusura.|Chiudi la virgoletta; dentro una cella si scrive doppia.',
  'input/other-spreadsheet':
    'Questo foglio di calcolo è di un tipo che non si legge, o ha una password.|Salvalo come .xlsx senza password, o come CSV UTF-8.',
  'input/ragged-row':
    'Una riga ha {found} celle e l’intestazione {expected}.|Correggi la riga; una cella con il separatore sta fra virgolette.',
  'input/remote-address': 'I dati stanno a un altro indirizzo, che non si interroga.|Scarica il file e caricalo qui.',
  'input/repeated-instant':
    'Righe che ripetono la stessa persona e lo stesso istante: {rows}.|Fanne una riga sola, con una media o una somma.',
  'input/repeated-subject':
    'Persone in «{column}» con più di una riga: {subjects}.|Fanne una riga per persona, o scegli un’altra colonna nella schermata Ruoli.',
  'input/some-offsets':
    'Alcuni orari di «{column}» hanno uno scarto da UTC e altri no: senza, {without} di {times}.|Scrivili tutti con lo scarto, o tutti senza.',
  'input/spelt-twice':
    'Valori di «{column}» che si distinguono solo per maiuscole, spazi o larghezza: {values}.|Scrivi ogni valore in un solo modo.',
  'input/tls':
    'Non si è potuta stabilire una connessione cifrata e fidata con la banca dati.|Chi gestisce il server controlli il certificato.',
  'input/too-large':
    'Celle di «{column}» con un numero troppo grande: {cells}.|Usa un’unità più grande, o dai alla colonna un altro ruolo.',
  'input/too-many-instants':
    '«{column}» ha {instants} istanti diversi; se ne leggono al massimo {most}.|Usa una griglia più larga, o un periodo più breve.',
  'input/unfit-cells':
    'Celle di «{column}» scritte in altro modo: {cells} di {rows}.|Correggile, o di’ nella schermata Esame come sono scritte.',
  'input/unknown-host': 'Il computer della banca dati non è conosciuto.|Chi gestisce il server controlli l’indirizzo.',
  'input/unmapped-event':
    'Codici di evento senza classe in «{column}»: {codes} ({events} eventi).|Aggiungili alla mappa, o scegli che cosa farne (impostazione unmapped).',
  'input/unnamed-column':
    'La cella {cell} contiene qualcosa, ma la sua colonna non ha nome.|Dai un nome alla colonna, o togli note e titoli attorno alla tabella.',
  'input/unreadable': 'Il file non si legge.|Controlla che sia completo e del tipo che dice il suo nome.',
  'input/unreadable-time': 'Righe senza un orario leggibile in «{column}»: {rows}.|Di’ come sono scritti nella schermata Esame.',
  'input/unsupported-series-file': 'Questo file di serie ha una forma che non si legge.|Salvalo come CSV, una serie per riga.',
  'input/unsupported-type':
    'Una colonna contiene cose che non sono un solo valore<: {columns}>.|Lasciala fuori, o fanne colonne semplici.',
  'input/varying-attribute':
    '«{column}» cambia da riga a riga per {varying} di {subjects} persone.|Mettila fra quelle che non escono, o riducila a un valore per persona.',
  'input/which-sheet': 'Il file ha più fogli<: {sheets}>.|Salva il foglio giusto da solo.',
  'input/which-table': 'Il file ha più tabelle<: {tables}>.|Salva la tabella giusta da sola.',
  'input/wrong-delimiter': 'Con «{used}» fra le celle si legge una sola colonna.|Nella schermata Esame scegli «{found}».',
  'ledger/broken-chain':
    'Il registro dei rilasci è stato cambiato: una riga non segue da quella prima.|Chi gestisce il server lo riprenda da una copia.',
  'ledger/busy': 'Un altro lavoro sta scrivendo nel registro dei rilasci.|Riprova fra un momento.',
  'ledger/crowd-below-k':
    'Sovrapposto a ciò che è uscito prima, questo rilascio lascerebbe persone in una folla più piccola di {k}.|Pubblica una versione meno precisa degli stessi gruppi, o altre persone.',
  'ledger/key-missing': 'Manca la chiave del registro dei rilasci.|Chi gestisce il server deve rimetterla.',
  'ledger/no-row-numbers':
    'Il registro non può dire di chi sono le registrazioni rilasciate.|Chi gestisce il server può eseguire senza registro.',
  'ledger/not-a-ledger': 'Il registro dei rilasci non si legge.|Chi gestisce il server controlli il file.',
  'ledger/not-entered': 'Il rilascio non è nel registro.|Fallo di nuovo con il registro.',
  'ledger/not-found': 'Il registro dei rilasci non c’è.|Chi gestisce il server controlli il file.',
  'ledger/wrong-key': 'La chiave accanto al registro è di un altro.|Chi gestisce il server deve rimettere quella giusta.',
  'policy/model-column':
    'Non si può promettere nulla<, di «{column}»>: serve una colonna pubblicata così com’è.|Mettila fra ciò che i lettori vogliono, o togli la promessa.',
  'policy/model-hierarchy':
    'Per «{column}» si chiede vicinanza secondo una gerarchia, ma non è dato un file.|Dai il file, o scegli un’altra distanza.',
  'policy/model-method':
    'Il metodo {method} non può promettere nulla dei valori che i lettori vogliono.|Scegli local o hierarchy, o togli la promessa.',
  'policy/model-order':
    'I valori di «{column}» non hanno un ordine: alcuni non sono numeri.|Scegli la distanza equal, o una gerarchia.',
  'policy/population-needed': '{setting} si chiede senza una popolazione.|Indica la tabella di tutti, o togli la promessa.',
  'policy/population-column': 'Alla popolazione manca la colonna «{column}».|Aggiungila, o dalle il nome che ha nei dati.',
  'policy/not-in-population':
    'Nei dati c’è chi non è nella popolazione: {missing}.|Indica una popolazione che li contenga tutti.',
  'policy/population-out-of-reach':
    'Gruppi che non mantengono quanto chiesto della popolazione: {groups}.|Chiedi di meno, o togli colonne.',
  'policy/model-out-of-reach':
    'Ciò che si chiede di «{column}» non lo mantengono nemmeno tutte le registrazioni insieme.|Chiedi di meno, pubblica altri valori, o togli la colonna.',
  'policy/model-values':
    '«{column}» ha {values} valori diversi; la vicinanza si calcola per al massimo {most}.|Pubblica valori meno precisi, o chiedi l.',
  'output/exists': 'Questo rilascio esiste già.|Toglilo, o fanne uno nuovo.',
  'output/kept-columns':
    'Le colonne pubblicate così come sono individuano da sole troppe persone.|Toglile o rendile meno precise, oppure consegna a un partner.',
  'output/no-internal-report': 'Di questo rilascio manca il rapporto interno.|Fai di nuovo il rilascio.',
  'output/not-a-release': 'Qui c’è già qualcosa che non è un rilascio.|Scegli un altro posto.',
  'output/subject-kept':
    'Così le persone stesse uscirebbero.|Nella schermata Protezione scegli un altro modo di legare gli eventi.',
  'output/too-many-parts': 'Il rilascio avrebbe {parts} file di dati; al massimo sono {most}.|Metti più righe in ogni file.',
  'output/unicity':
    'Un identificativo e pochi eventi noti individuano troppe persone per un rilascio pubblico.|Nella schermata Protezione scegli che nulla leghi gli eventi, oppure consegna a un partner.',
  'output/unwritable': 'Il rilascio non si può scrivere.|Chi gestisce il server controlli la cartella.',
  'policy/bad-hierarchy':
    'La gerarchia di «{column}» non si può usare.|Scrivi una riga per valore: il valore, poi i suoi antenati, separati da «;».',
  'policy/bad-level': 'Il livello massimo è {level}; va da 1 a 26.|Scegli un numero fra 1 e 26.',
  'policy/bad-mapping': 'La mappa dai codici alle classi non si può usare.|Scrivi un codice per riga: «codice;classe».',
  'policy/bad-pattern': 'L’espressione non corrisponde ad alcuna colonna.|Correggila, o nomina le colonne.',
  'policy/bad-value': '«{key}» ha un valore che non si può usare.|Correggilo.',
  'policy/cannot-be-disjoint':
    'Non si può promettere che le righe non si sovrappongano mai<, con «{column}»>.|Nella schermata Protezione scegli il metodo local, o togli la colonna.',
  'policy/column-without-role': 'Colonne senza ruolo: {columns}.|Dai loro un posto nella schermata Ruoli.',
  'policy/dominance-without-means':
    'Si chiede che nessuno domini una media, ma nessuna media è pubblicata.|Togli l’impostazione dominance.',
  'policy/flat-value-taken': 'Il valore usato per appiattire è un valore vero di «{column}».|Scegline un altro.',
  'policy/flatten-not-quasi':
    '«{column}» si deve appiattire, ma non è fra ciò che altri potrebbero sapere.|Scegli un’altra colonna.',
  'policy/k-too-large':
    'k è {k}, ma le persone sono {subjects}.|Scegli un k più piccolo nella schermata Protezione, o pubblica più persone insieme.',
  'policy/k-too-small': 'k è {k}: con meno di 2 nessuno si nasconde.|Scegli 2 o più; 5 è il minimo usuale.',
  'policy/kept-in-aggregate':
    'Righe sommate e colonne pubblicate così come sono non stanno insieme: {columns}.|Togli le colonne nella schermata Ruoli.',
  'policy/l-too-large': 'l è {l}, ma «{column}» ha solo {most} valori diversi.|Scegli un l più piccolo, o togli la colonna.',
  'policy/l-without-sensitive':
    'l è {l}, ma non c’è una colonna che i lettori vogliono.|Scegline una nella schermata Ruoli, o togli l.',
  'policy/long-and-wide': 'La tabella è detta lunga e larga insieme.|Tieni una delle due letture.',
  'policy/loss-out-of-reach': 'Nessuna impostazione resta sotto il limite di perdita {limit}.|Alza il limite, o abbassa k o P.',
  'policy/order-needs-rows':
    'Questo motore non numera le righe, e l’ordine degli eventi non si può dire.|Esegui su questa macchina, o togli l’ordine.',
  'policy/needs-order':
    'Le durate riguardano l’evento precedente, ma nessun ordine è pubblicato.|Pubblica l’ordine o le tracce intere, o togli le durate.',
  'policy/needs-links':
    '«{setting}» riguarda eventi legati da un numero, e qui non ce ne sono.|Scegli numeri condivisi, o togli «{setting}».',
  'policy/name-taken': 'Il rilascio avrebbe un nome di colonna già preso: «{column}».|Rinomina la colonna nel file, o toglila.',
  'policy/no-quasi': 'Nessuna colonna è fra ciò che altri potrebbero sapere.|Spostane una nella schermata Ruoli.',
  'policy/no-series': 'Nessuna colonna è una curva.|Controlla la lettura nella schermata Esame.',
  'policy/no-subject': 'Non è detto chi si protegge.|Sceglilo nella schermata Ruoli; senza, k conterebbe righe.',
  'policy/noise-too-large':
    'Con k = {k} e un rumore fino a {most} servono più persone di {subjects}.|Scegli meno rumore, o pubblica più persone insieme.',
  'policy/noise-unfit':
    'Il rumore va solo con i conteggi di persone che hanno un identificativo.|Togli l’impostazione noise, o pubblica soli conteggi.',
  'policy/nothing-left':
    'Nessun evento resta da pubblicare<, con k = {k}>.|Scegli un k più piccolo<: {largest} ne terrebbe {events} di {all}>, o pubblica meno colonne.',
  'policy/other-family': 'Il metodo {method} non è di questa famiglia.|Scegli un altro metodo.',
  'policy/other-method': '«{key}» non è un’impostazione del metodo {method}.|Toglila, o cambia metodo.',
  'policy/p-above-k':
    'P è {p} e k è {k}: un gruppo non può contenere una forma condivisa da più persone di quante ne ha.|Scegli P non più grande di k.',
  'policy/repeated-column': '«{column}» è nominata due volte.|Nominala una volta.',
  'policy/running-name':
    'Il nome della colonna {position} comincia con un segno che un foglio di calcolo eseguirebbe.|Rinomina la colonna nel file.',
  'policy/shared-without-window':
    'Si legherebbero eventi di un periodo che nessuna colonna pubblicata dice.|Nella schermata Protezione scegli un altro modo di legare gli eventi.',
  'policy/too-few-left':
    'Restano meno di k = {k} persone, quando chi non ha compagnia è fuori.|Abbassa P, o scegli il metodo naive.',
  'policy/too-many-combinations':
    'Ci sono più combinazioni possibili di quante se ne contino esattamente: {columns}.|Togli colonne che dicono due volte la stessa cosa.',
  'policy/too-many-left-out':
    'Di troppe persone si lascerebbe fuori una registrazione: la quota più grande concessa è {most}.|Scegli un k più piccolo o il metodo local, o alza suppression.',
  'policy/too-many-segments': 'I segmenti sono {segments}, ma una serie ha {length} istanti.|Scegli {length} o meno.',
  'policy/two-roles': 'La colonna «{column}» ha due ruoli.|Dagliene uno nella schermata Ruoli.',
  'policy/unknown-key': '«{key}» non è un’impostazione.|Controlla come si scrive.',
  'policy/unknown-quasi': 'Gli eventi non si pubblicano per «{column}».|Scegli un’altra colonna.',
  'policy/unknown-weight': 'Un peso nomina «{column}», che non è fra ciò che altri potrebbero sapere.|Togli il peso.',
  'policy/unreadable': 'La politica non si legge.|Correggila: un’impostazione per riga.',
  'resource/connection-lost': 'La connessione con la banca dati si è interrotta.|Riprova.',
  'resource/database-busy': 'Alla banca dati manca qualcosa: connessioni, memoria o disco.|Riprova più tardi.',
  'resource/database-timeout': 'La banca dati ha impiegato troppo tempo.|Riprova, o leggi meno righe.',
  'resource/disk-full': 'Il disco è pieno; nulla è stato pubblicato.|Libera spazio e riprova.',
  'resource/memory': 'La memoria concessa è finita.|Chi gestisce il server può concederne di più; oppure pubblica meno righe.',
  'risk/no-scratch-space': 'Non c’è spazio per i file temporanei.|Libera spazio e riprova.',
  'risk/out-of-memory': 'La memoria concessa non basta per misurare i rischi.|Chi gestisce il server può concederne di più.',
  'run/aborted': 'È stato annullato; nulla è stato pubblicato.|Avvialo di nuovo quando vuoi.',
  'server/ask-time':
    'La risposta ha impiegato troppo tempo.|Usa meno righe o colonne; chi gestisce il server può concedere più tempo.',
  'server/bad-archive': 'Ciò che è stato mandato non è la cartella di un rilascio.|Manda lo zip del rilascio, o i suoi file.',
  'server/bad-request': 'Il server non ha capito la richiesta.|Ricarica la pagina e riprova.',
  'server/busy': 'Il server è occupato.|Riprova fra un momento.',
  'server/stopping': 'Il server si sta fermando.|Riprova fra un momento.',
  'server/cut-off': 'Il server è terminato mentre il lavoro era in corso.|Avvialo di nuovo.',
  'server/fault': 'È successo qualcosa di inatteso dentro Shoal.|Riprova; se si ripete, segnalalo senza i dati.',
  'server/host-not-allowed': 'L’indirizzo di questa pagina non nomina questo computer.|Usa http://127.0.0.1 o http://localhost.',
  'server/idempotency-key-reused': 'Questo lavoro è già stato chiesto con altre scelte.|Ricarica la pagina e riprova.',
  'server/internal-forbidden': 'La parte interna vuole un suo gettone.|Aprila con il secondo gettone.',
  'server/job-crashed':
    'Il processo di questo lavoro è terminato inaspettatamente.|Riprova; chi gestisce il server può concedere più memoria.',
  'server/job-disk':
    'Il lavoro ha usato più disco di quanto gli spetta.|Usa meno righe; chi gestisce il server può concederne di più.',
  'server/job-memory':
    'Il lavoro ha usato più memoria di quanta gli spetta.|Usa meno righe; chi gestisce il server può concederne di più.',
  'server/job-time': 'Il lavoro ha impiegato troppo tempo.|Usa meno righe; chi gestisce il server può concedere più tempo.',
  'server/k-below-floor': 'k è più piccolo di quanto questo server permette.|Scegli un k più grande nella schermata Protezione.',
  'server/known-seed': 'Il seme lo estrae il server.|Togli l’impostazione seed.',
  'server/method-not-allowed': 'Questo indirizzo non fa ciò che è stato chiesto.|Ricarica la pagina.',
  'server/missing-part': 'Manca una parte della richiesta.|Ricarica la pagina e riprova.',
  'server/no-fixed-policy': 'Per questa fonte non è fissata una politica.|Chi gestisce il server può fissarne una.',
  'server/not-found': 'Qui non c’è.|Torna alla prima schermata.',
  'server/not-ready': 'Il lavoro non è ancora finito.|Aspetta che finisca.',
  'server/origin-not-allowed': 'Le pagine di questa origine non possono usare il server.|Apri lo studio al suo indirizzo.',
  'server/own-setting': '«{key}» lo decide il server.|Togli questa impostazione.',
  'server/policy-is-fixed': 'La politica di questa fonte è fissata da chi gestisce il server.|Esegui così com’è.',
  'server/request-time': 'La richiesta non è arrivata in tempo.|Riprova.',
  'server/source-closed':
    'Che cosa contiene questa fonte qui non si dice.|Fanne un rilascio, o apri la parte interna con il secondo gettone.',
  'server/source-unusable': 'Questa fonte non si può pubblicare così.|Dillo a chi gestisce il server.',
  'server/state-full': 'I lavori riempiono lo spazio concesso.|Togline qualcuno, o aspetta che finiscano.',
  'server/stopped': 'Il server è stato fermato prima che il lavoro finisse.|Avvialo di nuovo.',
  'server/too-large': 'È più grande di quanto questo server accetta.|Manda di meno, per esempio come Parquet.',
  'server/too-many-requests': 'Troppe richieste in un minuto.|Aspetta un momento.',
  'server/too-many-uploads': 'Sono conservati tanti file quanti se ne possono tenere.|Togline uno nella prima schermata.',
  'server/unauthorised': 'Questo browser non è riconosciuto.|Apri di nuovo l’indirizzo che mostra il terminale.',
  'server/unknown-parameter': 'La richiesta ha una parte sconosciuta.|Ricarica la pagina.',
  'server/unknown-source': 'Questa fonte non c’è.|Scegline un’altra nella prima schermata.',
  'server/unknown-upload': 'Il file caricato non c’è più.|Caricalo di nuovo dalla prima schermata.',
  'server/unsupported-media-type': 'Il server non legge questo tipo di contenuto.|Ricarica la pagina e riprova.',
  'server/upload-cut-off': 'Il caricamento è finito prima di essere completo.|Caricalo di nuovo.',
  'server/upload-in-use': 'Un’altra finestra sta caricando questo file.|Aspetta che finisca.',
  'server/upload-incomplete':
    'Il file non è ancora arrivato per intero.|Sceglilo di nuovo nella prima schermata: continua da dov’era.',
  'server/upload-offset': 'Il caricamento continua da un altro punto.|Sceglilo di nuovo: continua da dov’era.',
  'server/work-changed': 'Queste scelte sono state cambiate in un’altra finestra.|Guardale e scegli di nuovo.',
  'verify/cannot-read': 'Un file del rilascio non si legge.|Manda di nuovo la cartella.',
  'verify/changed-meanwhile': 'Un file è cambiato mentre lo si giudicava.|Verifica di nuovo.',
  'verify/no-scratch-space': 'Non c’è spazio per i file temporanei.|Libera spazio e riprova.',
  'verify/not-a-release': 'Non c’è manifest.json: non è un rilascio.|Manda la cartella o lo zip che lo contiene.',
  'verify/out-of-memory': 'La memoria concessa non basta per verificare.|Chi gestisce il server può concederne di più.',
};
