import type { Language } from '../../base/languages.ts';

/** Why a setting of a sweep cannot be, by the code of its problem. English has the problem's own sentences, which know the numbers. */
export const impossibleReasons: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = {
  it: {
    'policy/k-too-large': 'L’input ha meno di k soggetti: non si può formare nemmeno un gruppo.',
    'policy/p-above-k': 'P è maggiore di k: un gruppo di k soggetti non può contenere un pattern condiviso da P.',
    'policy/too-few-left':
      'Tolti i soggetti senza compagnia ne restano meno di k: quasi nessuno condivide la forma con altri P − 1.',
    'policy/l-too-large': 'Una colonna sensibile ha meno di l valori diversi tra i soggetti da rilasciare.',
    'policy/loss-out-of-reach': 'Nessun peso della forma tiene la perdita entro il limite richiesto.',
    'policy/nothing-left': 'Non resta alcun evento da pubblicare: nessuna combinazione ha k soggetti.',
    'policy/cannot-be-disjoint': 'Con queste colonne non si può provare che due righe non si sovrappongono mai.',
    'input/spelt-twice': 'La stessa etichetta comparirebbe in due grafie, e quindi in due righe.',
  },
  sl: {
    'policy/k-too-large': 'Vhod ima manj kot k subjektov: niti ena skupina ni mogoča.',
    'policy/p-above-k': 'P je večji od k: v skupini s k subjekti si vzorca ne more deliti P subjektov.',
    'policy/too-few-left':
      'Ko izpadejo subjekti brez družbe, jih ostane manj kot k: skoraj nihče si oblike ne deli s še P − 1 drugimi.',
    'policy/l-too-large': 'Občutljiv stolpec ima med subjekti za objavo manj kot l različnih vrednosti.',
    'policy/loss-out-of-reach': 'Nobena utež oblike ne ohrani izgube v zahtevani meji.',
    'policy/nothing-left': 'Za objavo ne ostane noben dogodek: nobena kombinacija nima k subjektov.',
    'policy/cannot-be-disjoint': 'Pri teh stolpcih ni mogoče dokazati, da se nobeni dve vrstici ne prekrivata.',
    'input/spelt-twice': 'Ista nalepka bi bila zapisana na dva načina in zato v dveh vrsticah.',
  },
  zh: {
    'policy/k-too-large': '输入中的主体不足 k 个：连一个组也无法组成。',
    'policy/p-above-k': 'P 大于 k：k 个主体的组容不下由 P 个主体共享的模式。',
    'policy/too-few-left': '去掉没有同伴的主体后，剩下的不足 k 个：几乎没有主体与另外 P − 1 个主体形状相同。',
    'policy/l-too-large': '在待发布的主体中，某个敏感列的不同值少于 l 个。',
    'policy/loss-out-of-reach': '无论形状的权重取多少，损失都超出所要求的限度。',
    'policy/nothing-left': '没有可公布的事件：没有一个组合达到 k 个主体。',
    'policy/cannot-be-disjoint': '对这些列，无法证明任意两行互不重叠。',
    'input/spelt-twice': '同一个标签会以两种写法出现，从而占两行。',
  },
};
