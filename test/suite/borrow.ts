import { connect } from 'node:net';
import { join } from 'node:path';
import { inject } from 'vitest';

/** The address of what is started once for the run; its shape is known to who asks. */
export async function borrow<Address>(name: 'postgres' | 'chromium'): Promise<Address> {
  const asking = connect(join(inject('lender'), name));
  const pieces: Buffer[] = [];
  for await (const piece of asking) pieces.push(piece);
  const answer = JSON.parse(Buffer.concat(pieces).toString('utf8')) as Address | { readonly fault: string };
  if (typeof answer === 'object' && answer !== null && 'fault' in answer) throw new Error(answer.fault);
  return answer as Address; // what the lender gives where there is no fault
}
