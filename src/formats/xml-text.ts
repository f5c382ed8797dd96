import { BrokenXml, createXmlScanner, type XmlListener, type XmlScanner } from './xml.ts';

/** Scans the bytes of a document, whatever they are encoded in, some at a time. `listen` gets the scanner, to ask it for lines. */
export async function scanXml(chunks: AsyncIterable<Uint8Array>, listen: (line: () => number) => XmlListener): Promise<void> {
  let scanner: XmlScanner | undefined;
  const line = () => scanner?.line() ?? 1;
  scanner = createXmlScanner(listen(line));
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder?.decode(chunk, { stream: chunk !== undefined }) ?? '';
    } catch {
      throw new BrokenXml(line(), 'Its bytes are not text in the encoding it names; where it names none, that is UTF-8.');
    }
  };
  for await (const chunk of chunks) {
    decoder ??= decoderOf(chunk);
    scanner.push(decode(chunk));
  }
  scanner.push(decode());
  scanner.end();
}

/** By its first bytes, then by what its first line says. */
function decoderOf(head: Uint8Array): InstanceType<typeof TextDecoder> {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  const declaration = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(
    Buffer.from(head.subarray(0, 256)).toString('latin1').replace(/^ï»¿/, ''),
  );
  try {
    return new TextDecoder(declaration?.[1] ?? 'utf-8', { fatal: true });
  } catch {
    throw new BrokenXml(1, 'It names an encoding that is not known.');
  }
}
