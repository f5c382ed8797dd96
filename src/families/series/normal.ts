/** The standard normal distribution up to z. Hart 1968 in the form of West 2005, exact to 1e-15; 1/2 exactly at 0. */
export function phi(z: number): number {
  const x = Math.abs(z);
  const tail = x > 37 ? 0 : x < 7.07106781186547 ? central(x) : far(x);
  return z > 0 ? 1 - tail : tail;
}

/** The value below which a share `p` of the standard normal lies. Bisection: it is asked a few hundred times, never per record. */
export function quantile(p: number): number {
  let low = -40;
  let high = 40;
  for (let i = 0; i < 200 && low < high; i++) {
    const mid = (low + high) / 2;
    if (mid === low || mid === high) break;
    if (phi(mid) < p) low = mid;
    else high = mid;
  }
  return (low + high) / 2;
}

function central(x: number): number {
  let top = 0.0352624965998911 * x + 0.700383064443688;
  top = top * x + 6.37396220353165;
  top = top * x + 33.912866078383;
  top = top * x + 112.079291497871;
  top = top * x + 221.213596169931;
  top = top * x + 220.206867912376;
  let bottom = 0.0883883476483184 * x + 1.75566716318264;
  bottom = bottom * x + 16.064177579207;
  bottom = bottom * x + 86.7807322029461;
  bottom = bottom * x + 296.564248779674;
  bottom = bottom * x + 637.333633378831;
  bottom = bottom * x + 793.826512519948;
  bottom = bottom * x + 440.413735824752;
  return (Math.exp((-x * x) / 2) * top) / bottom;
}

function far(x: number): number {
  let fraction = x + 0.65;
  for (let i = 4; i > 0; i--) fraction = x + i / fraction;
  return Math.exp((-x * x) / 2) / fraction / 2.506628274631;
}
