import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { ownFile } from '../../base/own-files.ts';

/**
 * The command that TRANSFORM runs for each partition. The whole program stands in it, gzipped and in base64, so that nothing has to be put on the
 * executors but Node; a command may have 128 KiB. Everybody on the machine sees it, so it holds no setting, no key and no cell.
 */
export function kernelCommand(program: Buffer = cellWorker()): string {
  const code = gzipSync(program, { level: 9 }).toString('base64');
  return `node --input-type=module -e "$(echo ${code} | base64 -d | gunzip)"`;
}

/** The worker with all that it needs in one file, as the build made it. */
const cellWorker = (): Buffer => readFileSync(ownFile('dist/cell-worker.js'));
