/** One in eleven: the risk up to which releases to the public are usually accepted, and the default of `--max-unicity`. */
export const publicRisk = 0.09;
