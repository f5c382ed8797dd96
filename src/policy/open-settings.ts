/** Settings that say how a release is made. Those that say where data lies, on which machine, or how to undo the order of rows stay inside. */
export const openSettings: ReadonlySet<string> = new Set(
  `version method release format lang k p l subject subjectSpelling quasi sensitive drop series long segments maxLevel intervals shape missing reconstruct decimals snap
  queries badLeaf grouping presplit residue exact pattern mu effort maxValueLoss maxPatternLoss time event unmapped removeClasses flatten flatValue
  reduce hourBlock timeZone periods pseudonym onBadTime maxUnicity weights clustering aggregate dominance labels
  spreadsheetSafe`.split(/\s+/),
);
