/**
 * Settings that say how a release is made, each of a few words or in the manifest too. Free text and free numbers stay inside: nobody can compare
 * them, but for `about`, which is short, and noted as the publisher's own words (decision 0053). Those that say where data lies, on which machine, or how to undo the order of rows stay inside as well.
 */
export const openSettings: ReadonlySet<string> = new Set(
  `version family method release format lang k p l t subject subjectSpelling quasi sensitive drop series long segments maxLevel intervals shape missing
  badLeaf grouping presplit residue exact pattern curve time event unmapped flatten flatValue
  reduce hourBlock timeZone periods pseudonym confidence order traces durations alsoProtect onBadTime onEmptySubject clustering aggregate dominance noise suppression kMap presence labels labelsOf
  spreadsheetSafe about`.split(/\s+/),
);
