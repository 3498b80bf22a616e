import { SHARED_FUNCTIONS, VIEWS } from '@bridge/contracts';

/** Name of the role that owns all tables and migrates them. Services never use it. */
export const OWNER_ROLE = 'bridge_owner';
/**
 * Name of the role of the all-in-one (all services in one process) and of command-line tools, with the rights of all services.
 */
export const APP_ROLE = 'bridge_app';

/** Services with their own database role. Publisher, surf, sites and generator use no database. */
export const DATABASE_SERVICES = ['gateway', 'worlds', 'builder', 'account'] as const;
/** Name of a service that has a database role. Its database schema has the same name. */
export type ServiceWithDbRole = (typeof DATABASE_SERVICES)[number];

/** The rights of a service's database role outside the service's own schema. */
interface ServiceGrants {
  /** Privileges by table of schema `effect`, in the syntax of `grant`. */
  readonly effect: Readonly<Record<string, string>>;
  /** Views of other services that the role may read. */
  readonly views: readonly string[];
  /** Functions of other services that the role may execute. */
  readonly functions: readonly string[];
}

/** Functions of schema `effect` that only the role of the all-in-one and of command-line tools may execute. */
const APP_FUNCTIONS = ['effect.verify_rows'];

/**
 * Privileges in schema `effect` that every change needs. Rows of the journal (audit log) can be inserted, but not changed or
 * deleted.
 */
const CHANGES: Readonly<Record<string, string>> = {
  cell: 'select',
  idempotency: 'select, insert, update (response, words)',
  journal: 'select, insert',
  // `update` omits the column `verified_seq`, because only the function effect.verify_rows may set it.
  journal_head: 'select, insert (account_id, seq, hash), update (seq, hash)',
  migration: 'select',
};

/** The rights of each service's database role outside the service's own schema. Spec: storage.roles. ADR 018. */
const SERVICE_GRANTS: Readonly<Record<ServiceWithDbRole, ServiceGrants>> = {
  gateway: {
    // The gateway stores counts of refused calls and deletes old counts.
    effect: { ...CHANGES, refusal: 'select, insert, update (n), delete' },
    views: [],
    functions: [],
  },
  worlds: { effect: CHANGES, views: [], functions: [] },
  builder: {
    // Builder deletes old rows of idempotency keys and those of abandoned publications.
    effect: { ...CHANGES, idempotency: `${CHANGES['idempotency'] ?? ''}, delete` },
    views: [VIEWS.worldRight],
    functions: [SHARED_FUNCTIONS.holdWorldRight, SHARED_FUNCTIONS.captureHold],
  },
  account: {
    // Account reads the journal (audit log) and the counts of refused calls.
    // Account deletes the idempotency key of a paid call when the credits held for the call are released.
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
export function roleOf(service: ServiceWithDbRole): string {
  return `bridge_${service}`;
}

/**
 * Returns a `do` block that runs the statements when all roles exist. `unless` is an SQL expression; its statement is skipped
 * when the expression is null.
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
 * Returns the SQL that grants the roles their rights in one schema, to be run by its owner. It does nothing when the roles
 * do not exist, and can be repeated.
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

function effectGrants(service: ServiceWithDbRole) {
  const role = roleOf(service);
  return [
    { sql: `grant usage on schema effect to ${role}` },
    ...Object.entries(SERVICE_GRANTS[service].effect).map(([table, privileges]) => ({
      unless: `to_regclass('effect.${table}')`,
      // Revoke first, so that no grant of an older version remains.
      sql: `revoke all on effect.${table} from ${role}; grant ${privileges} on effect.${table} to ${role}`,
    })),
  ];
}

function ownGrants(role: string, schema: string) {
  const rows = 'select, insert, update, delete';
  return [
    { sql: `grant usage on schema ${schema} to ${role}` },
    { sql: `grant ${rows} on all tables in schema ${schema} to ${role}` },
    // Default privileges apply the same grants to tables of later migrations.
    { sql: `alter default privileges in schema ${schema} grant ${rows} on tables to ${role}` },
    {
      unless: `to_regclass('${schema}.migration')`,
      sql: `revoke insert, update, delete on ${schema}.migration from ${role}`,
    },
  ];
}

function sharedGrants(service: ServiceWithDbRole, schema: string) {
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
