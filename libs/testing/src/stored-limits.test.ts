import { ACCOUNT_MIGRATIONS } from '@bridge/account';
import { BUILDER_MIGRATIONS } from '@bridge/builder';
import { LIMITS } from '@bridge/contracts';
import { EFFECT_MIGRATIONS, sql } from '@bridge/db';
import { GATEWAY_MIGRATIONS } from '@bridge/gateway';
import { WORLDS_MIGRATIONS } from '@bridge/worlds';
import { expect, test } from 'vitest';
import { testDb } from './test-database.ts';

/** Lengths of an id without its prefix, a SHA-256 in hex and a SHA-256 in bytes. They are formats and no limits. */
const [ID, HEX, HASH] = [26, 64, 32] as const;
/** The pattern in the database counts the characters of a word without the first and the last. */
const WORD = LIMITS.wordCharsMax - 2;

/**
 * The numbers above 1 that the check constraints of the database contain, by constraint. A constraint without such a number is
 * not listed.
 */
const NUMBERS: Readonly<Record<string, readonly number[]>> = {
  'account.inbox inbox_reader_check': [ID],
  'account.inbox inbox_waiting_check': [LIMITS.messagesWaitingMax],
  'account.attention_hidden attention_hidden_facts_check': [HEX],
  'account.attention_hidden attention_hidden_ref_check': [LIMITS.attentionRefCharsMax],
  'account.hold hold_hold_id_check': [ID],
  'account.ledger ledger_amount_check': [LIMITS.creditsEntryMax],
  'account.ledger ledger_ref_check': [LIMITS.creditsRefCharsMax],
  'account.message message_reader_check': [ID],
  'account.message message_text_check': [LIMITS.messageCharsMax],
  'account.message message_writer_check': [ID],
  'account.pairing pairing_code_hash_check': [HASH],
  'account.pairing pairing_key_id_check': [ID],
  'account.pairing pairing_session_id_check': [ID],
  'account.pairing pairing_tries_check': [LIMITS.pairingTriesMax],
  'account.presence presence_capabilities_check': [LIMITS.nodeCapabilitiesMax],
  'account.presence presence_key_id_check': [ID],
  'account.presence presence_label_check': [LIMITS.nodeLabelCharsMax],
  'account.presence presence_node_id_check': [LIMITS.nodeIdCharsMax],
  'account.webhook webhook_slot_check': [LIMITS.webhooksPerAccountMax],
  'account.webhook webhook_url_check': [LIMITS.webhookUrlCharsMax],
  'builder.admission admission_object_check': [ID],
  'builder.live live_word_check': [WORD],
  'builder.page page_title_check': [LIMITS.titleCharsMax],
  'builder.off_world off_world_word_check': [WORD],
  'builder.page page_word_check': [WORD],
  'builder.publication publication_publication_id_check': [ID],
  // UTF-8 needs at most four bytes per code point.
  'builder.revision revision_bytes_check': [4 * LIMITS.rawHtmlCharsMax],
  'builder.revision revision_check': [LIMITS.rawHtmlCharsMax],
  'builder.revision revision_check1': [LIMITS.inlineBodyBytesMax],
  // The empty list of layers, `[]`, has two characters.
  'builder.revision revision_check2': [2],
  'builder.revision revision_check3': [LIMITS.inlineLayersBytesMax],
  'builder.revision revision_layers_bytes_check': [2, LIMITS.layersBytesMax],
  'builder.revision revision_layers_sha256_check': [HEX],
  'builder.revision revision_sha256_check': [HEX],
  'builder.revision revision_word_check': [WORD],
  'builder.snapshot snapshot_archive_sha256_check': [HEX],
  'builder.snapshot snapshot_br_sha256_check': [HEX],
  'builder.snapshot snapshot_gzip_sha256_check': [HEX],
  'builder.snapshot snapshot_page_sha256_check': [HEX],
  'builder.snapshot snapshot_snapshot_id_check': [ID],
  'builder.snapshot snapshot_title_check': [LIMITS.titleCharsMax],
  'builder.snapshot snapshot_word_check': [WORD],
  'builder.unsaved unsaved_title_check': [LIMITS.titleCharsMax],
  'effect.idempotency idempotency_key_check': [
    LIMITS.idempotencyKeyCharsMin,
    LIMITS.idempotencyKeyCharsMax,
  ],
  'gateway.account account_account_id_check': [ID],
  'gateway.key key_hash_check': [HASH],
  'gateway.key key_key_id_check': [ID],
  'gateway.key key_name_check': [LIMITS.keyNameCharsMax],
  'gateway.key_hour key_hour_action_check': [LIMITS.actionNameCharsMax],
  // Shortest and longest e-mail address (RFC 5321).
  'gateway.owner owner_email_check': [3, LIMITS.emailCharsMax],
  'gateway.owner owner_name_check': [LIMITS.ownerNameCharsMax],
  'gateway.owner_link owner_link_token_hash_check': [HASH],
  'worlds.invitation invitation_email_hash_check': [HASH],
  'worlds.invitation invitation_email_typed_check': [LIMITS.emailCharsMax],
  'worlds.invitation invitation_token_hash_check': [HASH],
  'worlds.world world_text_check': [LIMITS.dashboardTextCharsMax],
  'worlds.world world_title_check': [LIMITS.dashboardTitleCharsMax],
  'worlds.world world_word_check': [WORD],
};

// Verifies: limits.stored.
test('every limit in the database is the limit of the contract: where they part, a migration is missing', async () => {
  const { db, close } = await testDb(
    { schema: 'effect', migrations: EFFECT_MIGRATIONS },
    { schema: 'worlds', migrations: WORLDS_MIGRATIONS },
    { schema: 'builder', migrations: BUILDER_MIGRATIONS },
    { schema: 'gateway', migrations: GATEWAY_MIGRATIONS },
    { schema: 'account', migrations: ACCOUNT_MIGRATIONS },
  );
  const checks = await db.rows(
    sql<{ name: string; text: string }>`select conrelid::regclass || ' ' || conname as name,
        pg_get_constraintdef(oid) as text
      from pg_constraint where contype = 'c' and connamespace in (select oid from pg_namespace
        where nspname in ('effect', 'worlds', 'builder', 'gateway', 'account'))`,
  );
  await close();
  const found = checks.map(({ name, text }): [string, readonly number[]] => {
    // Digits in the character classes of a check constraint, such as `[0-9]`, are not limits.
    const numbers = text.replace(/\[[^\]]*\]/g, '').matchAll(/(?<!\w)\d+/g);
    return [name, [...numbers].map(([number]) => Number(number)).filter((number) => number > 1)];
  });
  expect(Object.fromEntries(found.filter(([, numbers]) => numbers.length > 0))).toEqual(NUMBERS);
});
