/** A real server (NATS, S3, Meilisearch or Postgres) for tests, which may kill, suspend and restart it. */
export interface TestServer {
  /** URL for clients of the server. */
  readonly url: string;
  /**
   * A name for the data of this test run, so that runs on the same server do not mix: subject prefix, bucket, index prefix or
   * database.
   */
  readonly namespace: string;
  /** The `BRIDGE_*` settings with which the product uses this server. */
  readonly settings: Readonly<Record<string, string>>;
  /** Stops the server and removes the data of this run. */
  stop(): Promise<void>;
  /** Ends the server with SIGKILL. */
  kill(): Promise<void>;
  /** Suspends the server with SIGSTOP: its sockets stay open, but it does not answer. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Starts the server again with the same address and data. */
  restart(): Promise<void>;
}

/** An S3 test server with its credentials. */
export interface S3Server extends TestServer {
  readonly accessKey: string;
  readonly secretKey: string;
  /** Name of the bucket of this run, which does not exist yet. */
  readonly bucket: string;
}

/** A Meilisearch test server with its master key. */
export interface MeilisearchServer extends TestServer {
  readonly key: string;
}

/** The interface of each kind of test server. */
export interface TestServerByKind {
  readonly nats: TestServer;
  readonly s3: S3Server;
  readonly meilisearch: MeilisearchServer;
  readonly postgres: TestServer;
}

/** Name of a kind of test server. */
export type TestServerKind = keyof TestServerByKind;

/** Options with which a test opens a server. */
export interface TestServerOptions {
  /** True to get a server that only this test uses and may kill. Addresses in `BRIDGE_TEST_*` are then ignored. */
  readonly own?: boolean;
  /** NATS only: additional arguments, such as `['-c', file]`. */
  readonly args?: readonly string[];
  /** S3 only: refuse an unsigned content-type header, as Ceph RGW does since 19.2.6. */
  readonly strictSigning?: boolean;
  /** S3 only: folder for the objects of the store. Default: a new folder that is deleted at the end. */
  readonly folder?: string;
}

/** Controls the process or container in which a test server runs. */
export interface TestServerRunner {
  stop(): Promise<void>;
  kill(): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  restart(): Promise<void>;
}

/**
 * Returns the runner for a server whose address is in the environment variable `name`. Tests cannot kill, suspend or restart
 * such a server.
 */
export function foreign(
  name: string,
  tidy: () => Promise<void> = () => Promise.resolve(),
): TestServerRunner {
  const refuse = () =>
    Promise.reject(
      new Error(
        `the server that ${name} names belongs to the environment: open one with { own: true }`,
      ),
    );
  return { stop: tidy, kill: refuse, pause: refuse, resume: refuse, restart: refuse };
}
