import { connect, createServer, type Socket } from 'node:net';

/** A way to a server of the loopback that is cut at a chosen moment. */
export interface CutWay {
  readonly port: number;
  close(): Promise<void>;
}

export interface Cut {
  /** Bytes that may go to the server before it is cut; `commit` cuts it when COMMIT is sent. */
  readonly at: number | 'commit';
  /** Whether the last piece still gets to the server: then only its answer is lost. */
  readonly arrives: boolean;
  /** Whether the server can be reached afterwards. */
  readonly returns: boolean;
}

/** The first connection that comes to the moment is cut; those after it pass, where the server can be reached again. */
export async function openCutWay(to: number, { at, arrives, returns }: Cut): Promise<CutWay> {
  const open = new Set<Socket>();
  let isCut = false;
  let sent = 0;
  const cutAll = () => {
    isCut = true;
    if (!returns) way.close();
    for (const end of open) end.destroy();
  };
  const way = createServer((near) => {
    if (isCut && !returns) return void near.destroy();
    const far = connect(to, '127.0.0.1');
    for (const [end, other] of [
      [near, far],
      [far, near],
    ]) {
      open.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        open.delete(end);
        other.destroy();
      });
    }
    let lastIsOn = false;
    near.on('data', (piece) => {
      sent += piece.length;
      if (isCut || !(at === 'commit' ? piece.includes('COMMIT\0') : sent > at)) return void far.write(piece);
      if (!arrives) return cutAll();
      lastIsOn = true;
      far.write(piece);
    });
    far.on('data', (piece) => {
      if (lastIsOn) cutAll();
      else near.write(piece);
    });
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const address = way.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async close() {
      for (const end of open) end.destroy();
      await new Promise<void>((resolve) => way.close(() => resolve()));
    },
  };
}
