/** A real server that a test may use, and treat as badly as the world would. */
export interface TestServer {
  /** Its own address, as its clients write it. */
  readonly url: string;
  /** A name for this run's own part of it: subject prefix, bucket, index prefix, database. */
  readonly namespace: string;
  /** The `BRIDGE_*` settings that point the product at it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Ends it in order, and removes what this run left there. */
  stop(): Promise<void>;
  /** SIGKILL: no goodbye. */
  kill(): Promise<void>;
  /** SIGSTOP: its sockets stay open and nothing answers. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Starts it again on the same address and data after `stop`, `kill` or while it runs. */
  restart(): Promise<void>;
}

/** An S3 store and the keys to it. */
export interface S3Server extends TestServer {
  readonly accessKey: string;
  readonly secretKey: string;
  /** The bucket of this run; nobody has made it yet. */
  readonly bucket: string;
}

/** A Meilisearch engine and its master key. */
export interface MeilisearchServer extends TestServer {
  readonly key: string;
}

/** Which server is which type. */
export interface ServerTypes {
  readonly nats: TestServer;
  readonly s3: S3Server;
  readonly meilisearch: MeilisearchServer;
  readonly postgres: TestServer;
}

/** The servers there are. */
export type ServerKind = keyof ServerTypes;

/** What a test may ask of a server. */
export interface ServerOptions {
  /** A process of this test's own, which it may kill: never one that an address names. */
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

/** The runner for a server that was there before us and stays: it is not ours to stop. */
export function foreign(name: string, tidy: () => Promise<void> = () => Promise.resolve()): Runner {
  const refuse = () =>
    Promise.reject(
      new Error(`the server that ${name} names is not ours to harm: ask for { own: true }`),
    );
  return { stop: tidy, kill: refuse, pause: refuse, resume: refuse, restart: refuse };
}
