import { signatureFile } from '../release/side-files.ts';
import type { SentencesOf } from './sentences.ts';

export type SignatureBreach =
  | { readonly kind: 'missing-signature' }
  | { readonly kind: 'unreadable-signature' }
  | { readonly kind: 'wrong-signature' };

export const signatureSentences: SentencesOf<SignatureBreach> = {
  'missing-signature': () => ({
    what: `A key is given, and the release holds no ${signatureFile}.`,
    where: signatureFile,
    why: 'Without a signature nothing shows that whoever holds the key made this release.',
    fix: 'Ask the publisher for the signed folder; the publisher signs it with `shoal sign`.',
  }),
  'unreadable-signature': () => ({
    what: `${signatureFile} does not hold a signature and nothing else.`,
    where: signatureFile,
    why: 'A signature is 64 bytes, written in base64 on one line. Whatever else lies there leaves with the release.',
    fix: 'Remove the file, or sign the release again with `shoal sign RELEASE --key FILE --force`.',
  }),
  'wrong-signature': () => ({
    what: `${signatureFile} is not a signature of this manifest by the key that was given.`,
    where: signatureFile,
    why: 'The manifest changed after it was signed, or somebody else signed it.',
    fix: 'Do not use this folder before its publisher says which key is right, or sends it again.',
  }),
};
