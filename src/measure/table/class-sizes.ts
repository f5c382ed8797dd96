/** How records share combinations of labels. */
export interface ClassFigures {
  /** Records for each published combination. */
  readonly meanClass: number;
  /** Each released record counts those that look like it, each left-out one all that were read (Bayardo and Agrawal, ICDE 2005); over records. */
  readonly discernibility: number;
}

/** From where each class begins, and how many records were read. */
export function classFigures(starts: Uint32Array, read: number): ClassFigures {
  const classes = starts.length - 1;
  const released = classes < 0 ? 0 : starts[classes];
  let squares = 0;
  for (let g = 0; g < classes; g++) squares += (starts[g + 1] - starts[g]) ** 2;
  return {
    meanClass: classes <= 0 ? 0 : released / classes,
    discernibility: read === 0 ? 0 : (squares + (read - released) * read) / read,
  };
}
