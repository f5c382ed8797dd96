import type { Language } from '../base/languages.ts';

/** The words of generalised labels, one row a language: data that the maker writes with and the verifier reads with, each in its own way. */
export interface LabelWords {
  /** Before and after the common prefix of the members' codes. */
  readonly region: readonly [before: string, after: string];
  /** Where the members have no common prefix. */
  readonly allRegions: string;
  /** Six hours each from midnight on, written with their hours: 上午时段(06-12). */
  readonly periods: readonly [string, string, string, string];
  /** Other hours of one day: 时段(07-15). */
  readonly hours: string;
  /** Hours from one day into the next: 跨夜时段(22-03). */
  readonly overnight: string;
  /** Written 全天(00-24). */
  readonly allDay: string;
  /** From Monday on. */
  readonly weekdays: readonly [string, string, string, string, string, string, string];
}

export const labelWords: Readonly<Record<Language, LabelWords>> = {
  zh: {
    region: ['', '区域'],
    allRegions: '全部区域',
    periods: ['凌晨时段', '上午时段', '下午时段', '晚上时段'],
    hours: '时段',
    overnight: '跨夜时段',
    allDay: '全天',
    weekdays: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
  },
  en: {
    region: ['', ' region'],
    allRegions: 'all regions',
    periods: ['night', 'morning', 'afternoon', 'evening'],
    hours: 'hours',
    overnight: 'overnight hours',
    allDay: 'all day',
    weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  },
  it: {
    region: ['regione ', ''],
    allRegions: 'tutte le regioni',
    periods: ['notte', 'mattina', 'pomeriggio', 'sera'],
    hours: 'ore',
    overnight: 'ore oltre mezzanotte',
    allDay: 'tutto il giorno',
    weekdays: ['lun', 'mar', 'mer', 'gio', 'ven', 'sab', 'dom'],
  },
  sl: {
    region: ['regija ', ''],
    allRegions: 'vse regije',
    periods: ['noč', 'dopoldne', 'popoldne', 'večer'],
    hours: 'ure',
    overnight: 'ure čez polnoč',
    allDay: 'ves dan',
    weekdays: ['pon', 'tor', 'sre', 'čet', 'pet', 'sob', 'ned'],
  },
};
