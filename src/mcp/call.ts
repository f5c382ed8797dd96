/** One request to the service, as an agent's own: whatever binds a client of the HTTP API binds it. */
export interface CallRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

export interface CallAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export type Call = (request: CallRequest) => Promise<CallAnswer>;

/** All that tools can touch. */
export interface AgentWorld {
  readonly call: Call;
  /** Puts what may leave of a release where the person finds it, and says where; nothing where they fetch it themselves. */
  readonly place?: (release: string) => Promise<string>;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** An answer as JSON. */
export const jsonOf = ({ body }: CallAnswer): Record<string, unknown> => JSON.parse(body) as Record<string, unknown>; // our own service vouches
