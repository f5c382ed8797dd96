/** Where the normal distribution reaches a share, by bisection. */
export function quantile(share: number): number {
  let low = -8;
  let high = 8;
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2;
    if (shareBelow(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The normal distribution by Taylor's series, all terms of one sign: exact to the last digits as far out as cells of 26 levels reach. */
function shareBelow(z: number): number {
  let term = z;
  let sum = z;
  for (let n = 1; n < 200 && Math.abs(term) > 1e-18 * Math.abs(sum); n++) {
    term *= (z * z) / (2 * n + 1);
    sum += term;
  }
  return 0.5 + (Math.exp((-z * z) / 2) * sum) / Math.sqrt(2 * Math.PI);
}
