/** The files that were dropped: those themselves, or those of the folder. What lies deeper, such as internal/, stays where it is. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<readonly File[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []); // at once: after a pause the browser has let go of them
  const [first] = entries;
  if (entries.length === 1 && first.isDirectory) return filesIn(first as FileSystemDirectoryEntry); // it says so
  return entries.length === 0 ? [...files] : filesOf(entries);
}

async function filesIn(folder: FileSystemDirectoryEntry): Promise<readonly File[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject)); // a hundred at most
    if (some.length === 0) return filesOf(found);
    found.push(...some);
  }
}

const filesOf = (entries: readonly FileSystemEntry[]): Promise<readonly File[]> =>
  Promise.all(
    entries
      .filter((entry): entry is FileSystemFileEntry => entry.isFile)
      .map((entry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))),
  );

/** The files of a folder that was picked, as above. */
export const pickedFiles = (files: Iterable<File>): readonly File[] =>
  [...files].filter(({ webkitRelativePath: path }) => path.split('/').length < 3);
