import { SHARED_FUNCTIONS, VIEWS } from '@bridge/contracts';

/** The role that owns every table and migrates; no service connects with it. */
export const OWNER_ROLE = 'bridge_owner';
/** The role of the all-in-one and of commands: the union of the rights of all services. */
export const APP_ROLE = 'bridge_app';

/** Services with a database role; publisher, surf and sites have none. */
export const DATABASE_SERVICES = ['gateway', 'worlds', 'builder', 'account'] as const;
/** Name of a service with a database role; its schema has the same name. */
export type DatabaseService = (typeof DATABASE_SERVICES)[number];

/** The rights of a service outside its own schema. */
interface ServiceGrants {
  /** Privileges on tables of schema `effect`, as `grant` takes them. */
  readonly effect: Readonly<Record<string, string>>;
  /** Views of other schemas that the service reads. */
  readonly views: readonly string[];
  /** Functions of other schemas that the service executes. */
  readonly functions: readonly string[];
}

/** Functions of schema `effect` that only commands may execute. */
const APP_FUNCTIONS = ['effect.verify_rows'];

/** The privileges that every change needs; on the journal no others are granted. */
const CHANGES: Readonly<Record<string, string>> = {
  cell: 'select',
  idempotency: 'select, insert, update (response, words)',
  journal: 'select, insert',
  // verified_seq is left out, because only effect.verify_rows sets it.
  journal_head: 'select, insert (account_id, seq, hash), update (seq, hash)',
  migration: 'select',
};

/** All rights of services outside of their own schemas. Spec: storage.roles. ADR 018. */
export const SERVICE_GRANTS: Readonly<Record<DatabaseService, ServiceGrants>> = {
  gateway: {
    // The gateway counts refused calls and removes old counts.
    effect: { ...CHANGES, refusal: 'select, insert, update (n), delete' },
    views: [],
    functions: [],
  },
  worlds: { effect: CHANGES, views: [], functions: [] },
  builder: {
    // It removes the idempotency rows of abandoned publications and old ones.
    effect: { ...CHANGES, idempotency: `${CHANGES['idempotency'] ?? ''}, delete` },
    views: [VIEWS.worldRight],
    functions: [SHARED_FUNCTIONS.holdWorldRight, SHARED_FUNCTIONS.captureHold],
  },
  account: {
    // It answers the journal and the refusals of a key, and frees the idempotency key of a hold that was released.
    effect: {
      ...CHANGES,
      idempotency: `${CHANGES['idempotency'] ?? ''}, delete`,
      refusal: 'select',
    },
    views: [VIEWS.activeKey, VIEWS.keyName],
    functions: [],
  },
};

/** Returns the database role of a service. */
export function roleOf(service: DatabaseService): string {
  return `bridge_${service}`;
}

/**
 * Makes a block that runs statements once all roles exist; a statement with `unless` runs only if that expression is
 * not null.
 */
function whenRolesExist(
  statements: readonly { readonly unless?: string; readonly sql: string }[],
): string {
  const roles = [OWNER_ROLE, APP_ROLE, ...DATABASE_SERVICES.map(roleOf)];
  const lines = statements.map(({ unless, sql }) =>
    unless === undefined ? `  ${sql};` : `  if ${unless} is not null then ${sql}; end if;`,
  );
  return [
    'do $grants$ begin',
    `  if (select count(*) from pg_roles where rolname in (${roles.map((role) => `'${role}'`).join(', ')})) < ${roles.length} then return; end if;`,
    ...lines,
    'end $grants$;',
  ].join('\n');
}

/**
 * Returns the statements that grant the roles their rights on one schema. The owner of the schema runs them. They do
 * nothing when the roles do not exist, and are idempotent.
 */
export function grantsOn(schema: string): string {
  return whenRolesExist([
    ...DATABASE_SERVICES.flatMap((service) => {
      const role = roleOf(service);
      if (schema === 'effect') return effectGrants(service);
      return service === schema ? ownGrants(role, schema) : sharedGrants(service, schema);
    }),
    ...APP_FUNCTIONS.filter((name) => name.startsWith(`${schema}.`)).map((name) => ({
      unless: `to_regproc('${name}')`,
      sql: `grant execute on function ${name} to ${APP_ROLE}`,
    })),
  ]);
}

function effectGrants(service: DatabaseService) {
  const role = roleOf(service);
  return [
    { sql: `grant usage on schema effect to ${role}` },
    ...Object.entries(SERVICE_GRANTS[service].effect).map(([table, privileges]) => ({
      unless: `to_regclass('effect.${table}')`,
      // Rights are revoked first, so grants of an earlier version do not remain.
      sql: `revoke all on effect.${table} from ${role}; grant ${privileges} on effect.${table} to ${role}`,
    })),
  ];
}

function ownGrants(role: string, schema: string) {
  const rows = 'select, insert, update, delete';
  return [
    { sql: `grant usage on schema ${schema} to ${role}` },
    { sql: `grant ${rows} on all tables in schema ${schema} to ${role}` },
    // Tables of later migrations receive the same grants.
    { sql: `alter default privileges in schema ${schema} grant ${rows} on tables to ${role}` },
    {
      unless: `to_regclass('${schema}.migration')`,
      sql: `revoke insert, update, delete on ${schema}.migration from ${role}`,
    },
  ];
}

function sharedGrants(service: DatabaseService, schema: string) {
  const role = roleOf(service);
  const here = (name: string) => name.startsWith(`${schema}.`);
  const { views, functions } = SERVICE_GRANTS[service];
  const shared = [
    ...views.filter(here).map((view) => ({
      unless: `to_regclass('${view}')`,
      sql: `grant select on ${view} to ${role}`,
    })),
    ...functions.filter(here).map((name) => ({
      unless: `to_regproc('${name}')`,
      sql: `grant execute on function ${name} to ${role}`,
    })),
  ];
  return shared.length === 0
    ? []
    : [{ sql: `grant usage on schema ${schema} to ${role}` }, ...shared];
}
