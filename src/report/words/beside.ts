import type { Language } from '../../base/languages.ts';

/** What the pages of a sweep and of a comparison say beside the names of figures. */
export interface BesideWords {
  readonly internal: string;
  readonly groups: { readonly setting: string; readonly protection: string; readonly loss: string; readonly size: string };
  readonly settings: Readonly<Record<string, string>>;
  readonly holds: string;
  readonly broken: string;
  readonly verdict: string;
  readonly how: string;
  /** Stands where only the internal report tells. */
  readonly inside: string;
  readonly sweep: {
    readonly title: string;
    readonly must: string;
    readonly which: string;
    readonly take: string;
    readonly near: string;
    readonly nobody: string;
    readonly nobodyUsable: string;
    readonly nearWithin: string;
    readonly nearUsable: string;
    readonly within: string;
    readonly usable: string;
    readonly least: (name: string, value: string) => string;
    readonly most: (name: string, value: string) => string;
    readonly tried: (settings: string, subjects: string, impossible: string) => string;
    readonly figures: string;
    readonly against: (first: string, second: string) => string;
    readonly legend: string;
    readonly best: string;
    readonly bestMeans: string;
    readonly all: string;
    readonly impossible: string;
    readonly commands: string;
    readonly command: string;
    readonly over: (name: string) => string;
    readonly lines: string;
    readonly notes: readonly string[];
    readonly queries: (count: string) => string;
  };
  readonly compare: {
    readonly title: string;
    readonly must: string;
    readonly same: (count: string) => string;
    readonly alone: (count: string) => string;
    readonly lines: Readonly<Record<'subjectsRead' | 'records' | 'suppressed' | 'bytes' | 'seconds', string>>;
    readonly left: (release: string, breaches: string) => string;
    /** What makes figures hard to compare. */
    readonly apart: Readonly<Record<'inputs' | 'families', string>>;
    readonly notes: readonly string[];
  };
}

export const besideWords: Readonly<Record<Language, BesideWords>> = {
  en: {
    internal: 'INTERNAL',
    groups: { setting: 'Setting', protection: 'Protection', loss: 'Loss', size: 'Size' },
    settings: {
      ...{ method: 'Method', p: 'P', maxLevel: 'Level', effort: 'Effort', segments: 'Segments', flatten: 'Flatten', l: 'l' },
      ...{
        pseudonym: 'Ids',
        timeKind: 'Times by',
        clustering: 'Clustering',
        shape: 'Shape',
        format: 'Format',
        pattern: 'Pattern',
      },
    },
    holds: '✓ holds',
    broken: '✗ broken',
    verdict: 'Verdict',
    how: 'How to read this',
    inside: 'internal',
    sweep: {
      title: 'Shoal sweep',
      must: 'this page describes the original data and must not leave with a release.',
      which: 'Which setting',
      take: '✓ recommended',
      near: 'nearest',
      nobody: '✗ no setting keeps within the limits',
      nobodyUsable: '✗ no setting is usable',
      nearWithin: 'It misses these limits by least:',
      nearUsable: 'No limits were given, and no setting reaches what is usable. With the largest k this one misses it by least:',
      within: 'It protects most of all settings within these limits; of those that protect alike it loses least:',
      usable:
        'No limits were given. It protects most of all settings that are usable; of those that protect alike it loses least:',
      least: (name, value) => `${name}: at least ${value}`,
      most: (name, value) => `${name}: at most ${value}`,
      tried: (settings, subjects, impossible) =>
        `${settings} settings were tried on ${subjects} subjects. Each release was written and verified before its losses counted. ${impossible} settings are impossible.`,
      figures: 'What it keeps and loses',
      against: (first, second) => `${first} against ${second}`,
      legend:
        'Filled: no other setting protects as much and loses less. Ring and name: recommended. Better is down and to the left.',
      best: 'Settings that no other beats',
      bestMeans: 'No other setting protects as much and loses less. What protects most comes first.',
      all: 'All settings',
      impossible: 'Impossible',
      commands: 'The command of each setting',
      command: 'Command',
      over: (name) => `Over ${name}`,
      lines: 'Thick: all else as in the setting named above. Thin: every other choice.',
      notes: [
        'Losses are means over released records; those left out are not in them. Read them beside the retention.',
        'Settings with the same figures share a row. ★ marks the least loss and the best protection of a column.',
        'How many subjects must share what is published is for those who answer for the data to decide: state it as limits and as values of k.',
        'An impossible setting asks for more subjects to share something than there are to share it.',
      ],
      queries: (count) => `The error of range counts comes from ${count} random queries a setting, drawn from one stream.`,
    },
    compare: {
      title: 'Shoal releases compared',
      must: 'this page holds figures from internal reports and must not leave with a release.',
      same: (count) => `The same in all (${count})`,
      alone: (count) => `Settings that only one of them has (${count})`,
      lines: {
        subjectsRead: 'Subjects read',
        records: 'Records released',
        suppressed: 'Left out',
        bytes: 'Bytes of data',
        seconds: 'Seconds',
      },
      left: (release, breaches) => `${release} does not keep its promises (${breaches}), so its figures are left out.`,
      apart: {
        inputs: 'The releases were made from different inputs: their losses do not compare.',
        families: 'Series, event logs and transactions are different things: a group of one is not a group of another.',
      },
      notes: [
        'Losses are means over released records; compare them together with retention. ★ marks the best of a row.',
        'A risk is a bound on how sure anyone can be that a record is a certain person: by bands for who knows values, by pattern for who knows the whole curve. It says nothing about what the sensitive columns tell.',
        '"internal" stands where only the internal report tells, and it was not there to read.',
      ],
    },
  },
  it: {
    internal: 'INTERNO',
    groups: { setting: 'Impostazione', protection: 'Protezione', loss: 'Perdita', size: 'Dimensione' },
    settings: {
      ...{
        method: 'Metodo',
        p: 'P',
        maxLevel: 'Livello',
        effort: 'Impegno',
        segments: 'Segmenti',
        flatten: 'Appiattire',
        l: 'l',
      },
      ...{
        pseudonym: 'Identificativi',
        timeKind: 'Tempi per',
        clustering: 'Raggruppamento',
        shape: 'Struttura',
        format: 'Formato',
        pattern: 'Pattern',
      },
    },
    holds: '✓ mantenute',
    broken: '✗ violate',
    verdict: 'Verdetto',
    how: 'Come leggere questa pagina',
    inside: 'interno',
    sweep: {
      title: 'Shoal: impostazioni provate',
      must: 'questa pagina descrive i dati originali e non deve uscire con un rilascio.',
      which: 'Quale impostazione',
      take: '✓ consigliata',
      near: 'la più vicina',
      nobody: '✗ nessuna impostazione rispetta i limiti',
      nobodyUsable: '✗ nessuna impostazione è utilizzabile',
      nearWithin: 'È quella che manca di meno questi limiti:',
      nearUsable:
        'Non sono stati dati limiti e nessuna impostazione è utilizzabile. Con il k più grande questa ci va più vicina:',
      within: 'Protegge di più fra tutte le impostazioni entro questi limiti; a parità di protezione perde di meno:',
      usable:
        'Non sono stati dati limiti. Protegge di più fra tutte le impostazioni utilizzabili; a parità di protezione perde di meno:',
      least: (name, value) => `${name}: almeno ${value}`,
      most: (name, value) => `${name}: al massimo ${value}`,
      tried: (settings, subjects, impossible) =>
        `Sono state provate ${settings} impostazioni su ${subjects} soggetti. Ogni rilascio è stato scritto e verificato prima di contarne le perdite. ${impossible} impostazioni sono impossibili.`,
      figures: 'Che cosa conserva e che cosa perde',
      against: (first, second) => `${first} e ${second}`,
      legend:
        'Pieno: nessun’altra impostazione protegge altrettanto e perde meno. Anello e nome: consigliata. Meglio in basso a sinistra.',
      best: 'Impostazioni che nessun’altra batte',
      bestMeans: 'Nessun’altra impostazione protegge altrettanto e perde meno. Prima quella che protegge di più.',
      all: 'Tutte le impostazioni',
      impossible: 'Impossibili',
      commands: 'Il comando di ogni impostazione',
      command: 'Comando',
      over: (name) => `Secondo ${name}`,
      lines: 'Linea spessa: tutto il resto come nell’impostazione indicata sopra. Linee sottili: ogni altra scelta.',
      notes: [
        'Le perdite sono medie sui record rilasciati; quelli esclusi non vi rientrano. Si leggono accanto alla quota conservata.',
        'Le impostazioni con gli stessi valori condividono una riga. ★ indica la perdita minima e la protezione migliore di una colonna.',
        'Quanti soggetti devono condividere ciò che si pubblica lo decide chi risponde dei dati: si dice con i limiti e con i valori di k.',
        'Un’impostazione impossibile chiede che qualcosa sia condiviso da più soggetti di quanti ce ne siano.',
      ],
      queries: (count) =>
        `L’errore dei conteggi per intervallo viene da ${count} domande casuali per impostazione, tratte da una sola sequenza.`,
    },
    compare: {
      title: 'Rilasci di Shoal a confronto',
      must: 'questa pagina contiene valori dei rapporti interni e non deve uscire con un rilascio.',
      same: (count) => `Uguale in tutti (${count})`,
      alone: (count) => `Impostazioni che ha uno solo di loro (${count})`,
      lines: {
        subjectsRead: 'Soggetti letti',
        records: 'Record rilasciati',
        suppressed: 'Esclusi',
        bytes: 'Byte di dati',
        seconds: 'Secondi',
      },
      left: (release, breaches) => `${release} non mantiene le sue promesse (${breaches}), quindi i suoi valori sono omessi.`,
      apart: {
        inputs: 'I rilasci provengono da dati diversi: le loro perdite non si confrontano.',
        families: 'Serie, log di eventi e transazioni sono cose diverse: un gruppo dell’una non è un gruppo dell’altra.',
      },
      notes: [
        'Le perdite sono medie sui record rilasciati; si confrontano insieme alla quota conservata. ★ indica il migliore di una riga.',
        'Un rischio limita quanto si può essere sicuri che un record sia di una certa persona: per bande per chi conosce i valori, per pattern per chi conosce l’intera curva. Non dice nulla di ciò che rivelano le colonne sensibili.',
        '«interno» sta dove lo dice solo il rapporto interno, che non c’era.',
      ],
    },
  },
  sl: {
    internal: 'INTERNO',
    groups: { setting: 'Nastavitev', protection: 'Zaščita', loss: 'Izguba', size: 'Velikost' },
    settings: {
      ...{ method: 'Metoda', p: 'P', maxLevel: 'Raven', effort: 'Trud', segments: 'Odseki', flatten: 'Sploščiti', l: 'l' },
      ...{
        pseudonym: 'Oznake',
        timeKind: 'Časi po',
        clustering: 'Gručenje',
        shape: 'Postavitev',
        format: 'Zapis',
        pattern: 'Vzorec',
      },
    },
    holds: '✓ drži',
    broken: '✗ prekršeno',
    verdict: 'Sodba',
    how: 'Kako to brati',
    inside: 'interno',
    sweep: {
      title: 'Shoal: preizkušene nastavitve',
      must: 'ta stran opisuje izvirne podatke in ne sme ven z objavo.',
      which: 'Katera nastavitev',
      take: '✓ priporočena',
      near: 'najbližja',
      nobody: '✗ nobena nastavitev ne ostane v mejah',
      nobodyUsable: '✗ nobena nastavitev ni uporabna',
      nearWithin: 'Te meje zgreši najmanj:',
      nearUsable: 'Meje niso bile dane in nobena nastavitev ni uporabna. Pri največjem k je ta najbližje:',
      within: 'Med vsemi nastavitvami v teh mejah ščiti najbolj; med enako zaščitenimi izgubi najmanj:',
      usable: 'Meje niso bile dane. Med vsemi uporabnimi nastavitvami ščiti najbolj; med enako zaščitenimi izgubi najmanj:',
      least: (name, value) => `${name}: vsaj ${value}`,
      most: (name, value) => `${name}: največ ${value}`,
      tried: (settings, subjects, impossible) =>
        `Preizkušenih nastavitev: ${settings}, na ${subjects} subjektih. Vsaka objava je bila zapisana in preverjena, preden so njene izgube štele. Nemogočih nastavitev: ${impossible}.`,
      figures: 'Kaj ohrani in kaj izgubi',
      against: (first, second) => `${first} in ${second}`,
      legend: 'Polno: nobena druga nastavitev ne ščiti enako in izgubi manj. Obroč in ime: priporočena. Boljše je spodaj levo.',
      best: 'Nastavitve, ki jih nobena druga ne premaga',
      bestMeans: 'Nobena druga nastavitev ne ščiti enako in izgubi manj. Najprej tista, ki ščiti najbolj.',
      all: 'Vse nastavitve',
      impossible: 'Nemogoče',
      commands: 'Ukaz vsake nastavitve',
      command: 'Ukaz',
      over: (name) => `Glede na ${name}`,
      lines: 'Debelo: vse drugo kot v zgoraj imenovani nastavitvi. Tanko: vsaka druga izbira.',
      notes: [
        'Izgube so povprečja objavljenih zapisov; izpuščeni niso vključeni. Berite jih ob ohranjenem deležu.',
        'Nastavitve z enakimi vrednostmi imajo skupno vrstico. ★ označuje najmanjšo izgubo in najboljšo zaščito stolpca.',
        'Koliko subjektov si mora deliti objavljeno, odloči, kdor odgovarja za podatke: pove se z mejami in z vrednostmi k.',
        'Nemogoča nastavitev zahteva, da si nekaj deli več subjektov, kot jih je.',
      ],
      queries: (count) => `Napaka štetja po razponih izhaja iz ${count} naključnih vprašanj na nastavitev, iz enega zaporedja.`,
    },
    compare: {
      title: 'Primerjava objav Shoal',
      must: 'ta stran vsebuje vrednosti iz internih poročil in ne sme ven z objavo.',
      same: (count) => `Enako v vseh (${count})`,
      alone: (count) => `Nastavitve, ki jih ima le ena od njih (${count})`,
      lines: {
        subjectsRead: 'Prebrani subjekti',
        records: 'Objavljeni zapisi',
        suppressed: 'Izpuščeni',
        bytes: 'Bajti podatkov',
        seconds: 'Sekunde',
      },
      left: (release, breaches) => `${release} ne drži svojih obljub (${breaches}), zato so njene vrednosti izpuščene.`,
      apart: {
        inputs: 'Objave izvirajo iz različnih podatkov: njihovih izgub ni mogoče primerjati.',
        families: 'Vrste, dnevniki dogodkov in transakcije so različne reči: skupina ene ni skupina druge.',
      },
      notes: [
        'Izgube so povprečja objavljenih zapisov; primerjajte jih skupaj z ohranjenim deležem. ★ označuje najboljšega v vrstici.',
        'Tveganje omejuje, kako prepričan je lahko kdo, da je zapis od določene osebe: po pasovih za tistega, ki pozna vrednosti, po vzorcu za tistega, ki pozna vso krivuljo. O občutljivih stolpcih ne pove ničesar.',
        '»interno« stoji, kjer pove le interno poročilo, ki ga ni bilo.',
      ],
    },
  },
  zh: {
    internal: '内部',
    groups: { setting: '设置', protection: '保护', loss: '损失', size: '规模' },
    settings: {
      ...{ method: '方法', p: 'P', maxLevel: '级别', effort: '投入', segments: '分段', flatten: '展平', l: 'l' },
      ...{ pseudonym: '标识', timeKind: '时间粒度', clustering: '聚类', shape: '结构', format: '格式', pattern: '模式' },
    },
    holds: '✓ 成立',
    broken: '✗ 违背',
    verdict: '结论',
    how: '如何阅读',
    inside: '内部',
    sweep: {
      title: 'Shoal 设置比较',
      must: '本页描述原始数据，不得随发布外传。',
      which: '选哪个设置',
      take: '✓ 推荐',
      near: '最接近',
      nobody: '✗ 没有设置满足限制',
      nobodyUsable: '✗ 没有可用的设置',
      nearWithin: '它与以下限制相差最少：',
      nearUsable: '未给出限制，且没有设置达到可用。在最大的 k 下此设置最接近：',
      within: '在满足以下限制的设置中保护最强；保护相同者中损失最小：',
      usable: '未给出限制。在可用的设置中保护最强；保护相同者中损失最小：',
      least: (name, value) => `${name}：至少 ${value}`,
      most: (name, value) => `${name}：至多 ${value}`,
      tried: (settings, subjects, impossible) =>
        `在 ${subjects} 个主体上试了 ${settings} 个设置。每个发布都先写出并核验，再计其损失。${impossible} 个设置不可能。`,
      figures: '保留与损失',
      against: (first, second) => `${first}与${second}`,
      legend: '实心：没有其他设置保护相当而损失更小。圆环与名称：推荐。左下方更好。',
      best: '未被超越的设置',
      bestMeans: '没有其他设置保护相当而损失更小。保护最强者在前。',
      all: '全部设置',
      impossible: '不可能',
      commands: '每个设置的命令',
      command: '命令',
      over: (name) => `随 ${name} 变化`,
      lines: '粗线：其余与上述设置相同。细线：其他各种选择。',
      notes: [
        '损失是已发布记录的平均值，不含未发布的记录；请与保留率一起看。',
        '数值相同的设置合为一行。★ 标出一列中最小的损失与最好的保护。',
        '多少主体须共享所公布的内容，由对数据负责的人决定：用限制和 k 的取值来表达。',
        '不可能的设置要求共享的主体多于实际数目。',
      ],
      queries: (count) => `范围计数误差来自每个设置 ${count} 个随机查询，取自同一序列。`,
    },
    compare: {
      title: 'Shoal 发布比较',
      must: '本页含内部报告的数值，不得随发布外传。',
      same: (count) => `全部相同（${count}）`,
      alone: (count) => `仅其中之一才有的设置（${count}）`,
      lines: { subjectsRead: '读入主体', records: '发布记录', suppressed: '未发布', bytes: '数据字节', seconds: '秒' },
      left: (release, breaches) => `${release} 未守其承诺（${breaches}），故其数值从略。`,
      apart: {
        inputs: '这些发布来自不同的输入：其损失不可比较。',
        families: '序列、事件日志与交易并非一回事：一方的组不等于另一方的组。',
      },
      notes: [
        '损失是已发布记录的平均值；请与保留率一起比较。★ 标出一行中最好的。',
        '风险是某人能多确定某条记录属于某人的上限：“按包络带”针对知道数值的人，“按模式”针对知道整条曲线的人。它不说明敏感列透露什么。',
        '“内部”表示只有内部报告才有，而当时没有可读的内部报告。',
      ],
    },
  },
};
