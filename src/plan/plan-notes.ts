/** What a person should know before a plan is run, by code. Other languages have the same codes in studio/words/told. */
export const planNotes = {
  'as-good-as-a-name':
    '"{column}" is published unchanged, and most of its values are of fewer than k = {k} subjects: as good as a name. A public release refuses it.',
  'means-tell-more':
    'Curves are the true means of their groups, which tells more than bands and patterns: whoever knows all members of a group but one can work out the last.',
  'durations-add-up':
    'Durations are told in bins that at least k subjects share in a row. They add up: whoever knows when one event was knows about when the others under its number were.',
} as const;
