import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Withdraws the consent to MCP clients. */
export async function updateWithoutMcp(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    update profile set preferences = preferences - 'mcp', updated_at = ${now}
    where id = ${userId} and preferences ? 'mcp'`.execute(tx);
}

/** Withdraws the consents to the assistant. */
export async function updateWithoutConsents(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    update profile set read_notes_enabled = false, check_in_enabled = false, updated_at = ${now}
    where id = ${userId} and (read_notes_enabled or check_in_enabled)`.execute(tx);
}
