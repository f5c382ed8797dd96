import { signal } from '@preact/signals';
import { listUploads, type ShownUpload } from '../api/calls.ts';
import { ask, Refusal, serverBack } from '../api/client.ts';

/** A file on its way to the server. */
export interface Sending {
  readonly bytes: number;
  readonly length: number;
  /** When it began, and with how many bytes: what is left is told from it. */
  readonly since: number;
  readonly from: number;
  readonly stop: () => void;
}

export const sending = signal<Sending | undefined>(undefined);

/** What one request carries: small enough that a lost connection costs little, large enough for the disk. */
const piece = 8 * 1024 * 1024;

/** Sends a file in pieces from the disk, never all of it in memory, and goes on where it was after a lost connection or a reload. */
export async function sendFile(file: File): Promise<ShownUpload> {
  const gone = new AbortController();
  const stop = () => gone.abort(new DOMException('stopped', 'AbortError'));
  try {
    let upload = (await begunBefore(file)) ?? (await begin(file));
    const started = { since: performance.now(), from: upload.bytes, length: file.size, stop };
    sending.value = { ...started, bytes: upload.bytes };
    while (upload.bytes < file.size) {
      gone.signal.throwIfAborted();
      const { bytes: from } = upload;
      const sent = await sendPiece(
        upload,
        file.slice(from, from + piece),
        (bytes) => {
          sending.value = { ...started, bytes: from + bytes };
        },
        gone.signal,
      );
      if (sent === undefined) await serverBack(gone.signal);
      upload = sent ?? (await ask<ShownUpload>(`/api/v1/uploads/${upload.id}`));
    }
    localStorage.removeItem('shoal-upload');
    return upload;
  } finally {
    sending.value = undefined;
  }
}

/** The ending tells how to read it; the name itself is not sent. */
const formatOf = (name: string): string => /\.([a-z0-9]{1,8}(?:\.gz)?)$/i.exec(name)?.[1]?.toLowerCase() ?? 'csv';

async function begin(file: File): Promise<ShownUpload> {
  const upload = await ask<ShownUpload>(`/api/v1/uploads?format=${encodeURIComponent(formatOf(file.name))}`, {
    method: 'POST',
    headers: { 'upload-length': String(file.size) },
  });
  localStorage.setItem('shoal-upload', JSON.stringify([upload.id, marksOf(file)]));
  return upload;
}

/** What tells that it is the file whose sending was cut off: how long it is, and when it was changed. */
const marksOf = (file: File): string => `${file.size} ${file.lastModified}`;

async function begunBefore(file: File): Promise<ShownUpload | undefined> {
  const [id, marks] = JSON.parse(localStorage.getItem('shoal-upload') ?? '[]') as readonly string[];
  if (id === undefined || marks !== marksOf(file)) return undefined;
  return (await listUploads()).find((one) => one.id === id && !one.complete);
}

/** Undefined where the connection was lost. fetch() does not tell how much of a body has left; this older way does. */
function sendPiece(
  { id, bytes: from }: ShownUpload,
  bytes: Blob,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ShownUpload | undefined> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PATCH', `/api/v1/uploads/${id}`);
    request.setRequestHeader('upload-offset', String(from));
    request.setRequestHeader('content-type', 'application/offset+octet-stream');
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onerror = () => resolve(undefined);
    request.onload = () => {
      const answer = JSON.parse(request.responseText);
      if (request.status === 200) resolve(answer);
      else if (request.status === 409)
        resolve(undefined); // the pieces met: it is asked where to go on
      else reject(new Refusal(answer));
    };
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.send(bytes);
  });
}
