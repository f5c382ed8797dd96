import type { Language } from '../../base/languages.ts';
import type { ToldModel } from '../table-summary.ts';

/** What a promise about sensitive values is called, what it means, and what it leaves to weigh. */
export interface ModelWords {
  readonly names: Readonly<Record<ToldModel['model'], string>>;
  readonly distances: Readonly<Record<NonNullable<ToldModel['distance']>, string>>;
  distinct(column: string, l: string): string;
  entropy(column: string, l: string): string;
  recursive(column: string, l: string, c: string): string;
  alpha(column: string, share: string): string;
  closeness(column: string, t: string, distance: string): string;
  readonly weigh: Readonly<Record<ToldModel['model'], string>>;
  /** Promises against a table of all among whom the subjects are. */
  readonly population: PopulationWords;
}

export interface PopulationWords {
  readonly kMapName: string;
  readonly presenceName: string;
  kMap(people: string, all: string): string;
  presence(min: string, max: string): string;
  readonly weigh: string;
}

export const modelWords: Readonly<Record<Language, ModelWords>> = {
  en: {
    names: {
      distinct: 'Distinct l',
      entropy: 'Entropy l',
      recursive: 'Recursive (c, l)',
      alpha: 'Alpha',
      closeness: 't-closeness',
    },
    distances: { equal: 'all values equally far apart', ordered: 'by the order of values', hierarchy: 'by the hierarchy' },
    distinct: (column, l) => `Every group has at least ${l} different values of ${column}.`,
    entropy: (column, l) => `The values of ${column} in every group are at least as even as ${l} equal shares.`,
    recursive: (column, l, c) =>
      `In every group the most frequent value of ${column} is below ${c} times what is left without the most frequent ones, l = ${l}.`,
    alpha: (column, share) => `In every group no value of ${column} has more than ${share} of the records.`,
    closeness: (column, t, distance) =>
      `The values of ${column} in every group are at most ${t} from those of all records (${distance}).`,
    weigh: {
      distinct: 'Different values may be very unequal: one of them may be that of nearly everybody in a group.',
      entropy: 'Values may be alike in meaning, and rare ones are guarded as little as frequent ones.',
      recursive: 'Values may be alike in meaning: whoever knows the group may learn what kind of value it is.',
      alpha: 'One value is bounded, several of the same kind together are not.',
      closeness: 'It bounds what a group tells beyond the whole table; what the whole table tells of everybody stays.',
    },
    population: {
      kMapName: 'k-map',
      presenceName: 'Presence',
      kMap: (people, all) => `The labels of every group are true of at least ${people} of the ${all} subjects of the population.`,
      presence: (min, max) =>
        `Of the population under the labels of every group, a share from ${min} to ${max} is in the release.`,
      weigh: 'Whoever of the population fits no published group is known not to be in the release.',
    },
  },
  it: {
    names: {
      distinct: 'l distinti',
      entropy: 'l per entropia',
      recursive: '(c, l) ricorsiva',
      alpha: 'Alfa',
      closeness: 't-closeness',
    },
    distances: {
      equal: 'valori tutti ugualmente distanti',
      ordered: 'secondo l’ordine dei valori',
      hierarchy: 'secondo la gerarchia',
    },
    distinct: (column, l) => `Ogni gruppo ha almeno ${l} valori diversi di ${column}.`,
    entropy: (column, l) => `I valori di ${column} in ogni gruppo sono equilibrati almeno quanto ${l} quote uguali.`,
    recursive: (column, l, c) =>
      `In ogni gruppo il valore più frequente di ${column} è inferiore a ${c} volte ciò che resta senza i più frequenti, l = ${l}.`,
    alpha: (column, share) => `In nessun gruppo un valore di ${column} supera ${share} delle registrazioni.`,
    closeness: (column, t, distance) =>
      `I valori di ${column} in ogni gruppo distano al massimo ${t} da quelli di tutte le registrazioni (${distance}).`,
    weigh: {
      distinct: 'Valori diversi possono essere molto squilibrati: uno può essere quello di quasi tutti in un gruppo.',
      entropy: 'I valori possono avere significato simile, e quelli rari sono protetti quanto quelli frequenti.',
      recursive: 'I valori possono avere significato simile: chi conosce il gruppo può apprendere di che genere è il valore.',
      alpha: 'È limitato un singolo valore, non più valori dello stesso genere insieme.',
      closeness: 'Limita ciò che un gruppo dice oltre l’intera tabella; ciò che la tabella dice di tutti rimane.',
    },
    population: {
      kMapName: 'k-mappa',
      presenceName: 'Presenza',
      kMap: (people, all) => `Le etichette di ogni gruppo sono vere di almeno ${people} dei ${all} soggetti della popolazione.`,
      presence: (min, max) =>
        `Della popolazione sotto le etichette di ogni gruppo, una quota tra ${min} e ${max} è nel rilascio.`,
      weigh: 'Di chi nella popolazione non rientra in alcun gruppo pubblicato si sa che non è nel rilascio.',
    },
  },
  sl: {
    names: {
      distinct: 'Različni l',
      entropy: 'Entropijski l',
      recursive: 'Rekurzivna (c, l)',
      alpha: 'Alfa',
      closeness: 't-bližina',
    },
    distances: { equal: 'vse vrednosti enako oddaljene', ordered: 'po vrstnem redu vrednosti', hierarchy: 'po hierarhiji' },
    distinct: (column, l) => `Vsaka skupina ima vsaj ${l} različnih vrednosti stolpca ${column}.`,
    entropy: (column, l) => `Vrednosti stolpca ${column} so v vsaki skupini vsaj tako enakomerne kot ${l} enakih deležev.`,
    recursive: (column, l, c) =>
      `V vsaki skupini je najpogostejša vrednost stolpca ${column} pod ${c}-kratnikom ostanka brez najpogostejših, l = ${l}.`,
    alpha: (column, share) => `V nobeni skupini nima vrednost stolpca ${column} več kot ${share} zapisov.`,
    closeness: (column, t, distance) =>
      `Vrednosti stolpca ${column} so v vsaki skupini največ ${t} od vrednosti vseh zapisov (${distance}).`,
    weigh: {
      distinct: 'Različne vrednosti so lahko zelo neenakomerne: ena je lahko vrednost skoraj vseh v skupini.',
      entropy: 'Vrednosti so si po pomenu lahko podobne, redke pa so varovane enako kot pogoste.',
      recursive: 'Vrednosti so si po pomenu lahko podobne: kdor pozna skupino, lahko izve, kakšne vrste je vrednost.',
      alpha: 'Omejena je ena vrednost, več vrednosti iste vrste skupaj pa ni.',
      closeness: 'Omeji, kar skupina pove več kot vsa tabela; kar tabela pove o vseh, ostane.',
    },
    population: {
      kMapName: 'k-preslikava',
      presenceName: 'Prisotnost',
      kMap: (people, all) => `Oznake vsake skupine so resnične za vsaj ${people} od ${all} subjektov populacije.`,
      presence: (min, max) => `Od populacije pod oznakami vsake skupine je v izdaji delež od ${min} do ${max}.`,
      weigh: 'Za koga iz populacije, ki ne sodi v nobeno objavljeno skupino, je znano, da ga v izdaji ni.',
    },
  },
  zh: {
    names: { distinct: '相异 l', entropy: '熵 l', recursive: '递归 (c, l)', alpha: 'α', closeness: 't-接近' },
    distances: { equal: '各值间距离相等', ordered: '按取值顺序', hierarchy: '按层级' },
    distinct: (column, l) => `每组的 ${column} 至少有 ${l} 个不同取值。`,
    entropy: (column, l) => `每组的 ${column} 取值至少与 ${l} 个相等份额同样均匀。`,
    recursive: (column, l, c) => `每组中 ${column} 最常见的取值少于去掉最常见者之后余下部分的 ${c} 倍，l = ${l}。`,
    alpha: (column, share) => `每组中 ${column} 的任一取值不超过记录的 ${share}。`,
    closeness: (column, t, distance) => `每组的 ${column} 取值与全部记录的距离不超过 ${t}（${distance}）。`,
    weigh: {
      distinct: '不同取值可能极不均衡：其中一个可能几乎是全组的取值。',
      entropy: '各取值的含义可能相近，罕见取值与常见取值受到同样的保护。',
      recursive: '各取值的含义可能相近：知道所在组的人可能得知取值属于哪一类。',
      alpha: '受限的是单个取值，同类的多个取值合计并不受限。',
      closeness: '它限制一组比整张表多透露的内容；整张表对所有人透露的内容依旧存在。',
    },
    population: {
      kMapName: 'k-映射',
      presenceName: '在场',
      kMap: (people, all) => `每组的标签至少对总体 ${all} 个主体中的 ${people} 个成立。`,
      presence: (min, max) => `在每组标签所覆盖的总体中，处于发布数据内的份额介于 ${min} 与 ${max} 之间。`,
      weigh: '总体中不符合任何公布组的人，可知不在发布数据中。',
    },
  },
};

/** A promise in the words of a language, numbers printed as they are there. */
export function modelSentence(model: ToldModel, words: ModelWords, print: (value: number) => string): string {
  const at = { l: print(model.l ?? 0), c: print(model.c ?? 0), t: print(model.t ?? 0), share: print(model.share ?? 0) };
  switch (model.model) {
    case 'distinct':
    case 'entropy':
      return words[model.model](model.column, at.l);
    case 'recursive':
      return words.recursive(model.column, at.l, at.c);
    case 'alpha':
      return words.alpha(model.column, at.share);
    case 'closeness':
      return words.closeness(model.column, at.t, words.distances[model.distance ?? 'equal']);
    default:
      return model.model satisfies never;
  }
}
