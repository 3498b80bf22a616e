/** A real server that a test may use, kill, suspend and restart. */
export interface TestServer {
  /** Its address in the form that its clients use. */
  readonly url: string;
  /** The name of this run's part of the server: subject prefix, bucket, index prefix or database. */
  readonly namespace: string;
  /** The `BRIDGE_*` settings that point the product at it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Stops it and removes the data of this run. */
  stop(): Promise<void>;
  /** Ends it by SIGKILL. */
  kill(): Promise<void>;
  /** Suspends it by SIGSTOP: its sockets stay open, and it does not answer. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Starts it again on the same address and data after `stop`, `kill` or while it runs. */
  restart(): Promise<void>;
}

/** An S3 store and the keys to it. */
export interface S3Server extends TestServer {
  readonly accessKey: string;
  readonly secretKey: string;
  /** The name of this run's bucket, which does not exist yet. */
  readonly bucket: string;
}

/** A Meilisearch engine and its master key. */
export interface MeilisearchServer extends TestServer {
  readonly key: string;
}

/** Maps each kind of test server to the interface that tests receive for it. */
export interface ServerTypes {
  readonly nats: TestServer;
  readonly s3: S3Server;
  readonly meilisearch: MeilisearchServer;
  readonly postgres: TestServer;
}

/** The kinds of servers that tests use. */
export type ServerKind = keyof ServerTypes;

/** Options for opening a server. */
export interface ServerOptions {
  /** True for a process that only this test uses, so that it may kill it; an address in the environment is ignored. */
  readonly own?: boolean;
  /** NATS: further arguments, as `['-c', file]`. */
  readonly args?: readonly string[];
  /** S3: refuse a `content-type` that is sent but not signed, as Ceph RGW does since 19.2.6. */
  readonly strictSigning?: boolean;
  /** S3: the folder for the objects of a store that runs as a program; by default a new one, removed at the end. */
  readonly folder?: string;
}

/** One running process or container behind a TestServer. */
export interface Runner {
  stop(): Promise<void>;
  kill(): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  restart(): Promise<void>;
}

/** The runner for a server that the environment provides: it cannot be stopped or killed. */
export function foreign(name: string, tidy: () => Promise<void> = () => Promise.resolve()): Runner {
  const refuse = () =>
    Promise.reject(
      new Error(
        `the server that ${name} names belongs to the environment: open one with { own: true }`,
      ),
    );
  return { stop: tidy, kill: refuse, pause: refuse, resume: refuse, restart: refuse };
}
