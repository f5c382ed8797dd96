/** An amount such as 512MB or 4GB in bytes; undefined where none is given or it is no amount. */
export function bytesOf(memory: string | undefined): number | undefined {
  const [, amount, unit] = /^([\d.]+)\s*([KMGT])B$/i.exec(memory ?? '') ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount) * 1000 ** (1 + 'KMGT'.indexOf(unit.toUpperCase())));
}
