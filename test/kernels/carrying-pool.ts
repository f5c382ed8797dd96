import { createPool, type Pool } from '../../src/base/pool.ts';
import { packMessage, unpackMessage } from '../../src/formats/kernel-message.ts';
import { carriedKernels } from '../../src/kernels/carried.ts';

/** A pool that has every task with a carriage done as another machine does it; `carried` counts them by kernel. */
export function carryingPool(carried: Map<string, number>): Pool {
  const here = createPool(0);
  return {
    ...here,
    async map(kernel, inputs, done) {
      const { carriage, name } = kernel;
      if (carriage === undefined) return here.map(kernel, inputs, done);
      return inputs.map((input) => {
        const packed = carriage.pack(input);
        if (packed === undefined) return kernel.perform(input, Date.now);
        carried.set(name, (carried.get(name) ?? 0) + 1);
        const there = carriedKernels.find((known) => known.name === name);
        const answer = unpackMessage(packMessage(there?.perform(unpackMessage(packMessage(packed)) as never, Date.now)));
        const back = carriage.unpack(answer as ReturnType<typeof kernel.perform>, input);
        if (back === undefined) throw new Error(`${name} answered something else`);
        return back;
      });
    },
  };
}
