import { sql } from 'kysely';
import { Decimal, Flag, Id, Instant, Json, optional, Text, Whole } from './collection.schema.ts';
import { defineCollection } from './collection.store.ts';

/** The lab, its competitions and sponsors. */
export const LAB = [
  defineCollection('lab/templates', {
    description: 'Templates of experiments that the user wrote, and copies that they work through.',
    fields: {
      id: Id,
      title: Text,
      description: Text,
      steps: Json,
      predicted_values: Json,
      is_template: Flag,
      is_public: Flag,
      safety_level: Text,
      min_grade_band: optional(Text),
      cloned_from: optional(Id),
      completed_steps: optional(Whole),
      completed_at: optional(Instant),
      first_completed_at: optional(Instant),
      is_attested: Flag,
      replications: Whole,
      confirmations: Whole,
      created_at: Instant,
      updated_at: Instant,
    },
    rows: (userId) => sql`select * from lab_template where owner_id = ${userId}`,
  }),
  defineCollection('lab/replications', {
    description: 'Measurements of the user.',
    fields: {
      id: Id,
      template_id: Id,
      template_title: Text,
      outputs: Json,
      value: optional(Decimal),
      created_at: Instant,
    },
    rows: (userId) => sql`
      select lab_replication.*, title as template_title
      from lab_replication join lab_template on lab_template.id = template_id where user_id = ${userId}`,
  }),
  defineCollection('lab/videos', {
    description: 'Videos that the user submitted.',
    fields: {
      id: Id,
      template_id: Id,
      title: Text,
      url: Text,
      status: Text,
      decline_reason: optional(Text),
      decided_at: optional(Instant),
      created_at: Instant,
    },
    rows: (userId) => sql`select * from lab_video where submitted_by = ${userId}`,
  }),
  defineCollection('lab/competition-entries', {
    description: 'Templates that the user entered in competitions. The score is in hundredths.',
    fields: {
      id: Id,
      competition_id: Id,
      competition_name: Text,
      template_id: Id,
      clones: Whole,
      completions: Whole,
      confirmations: Whole,
      refutations: Whole,
      builds: Whole,
      score: Whole,
      created_at: Instant,
    },
    rows: (userId) => sql`
      select competition_entry.*, name as competition_name
      from competition_entry join competition on competition.id = competition_id where user_id = ${userId}`,
  }),
  defineCollection('lab/opportunities', {
    description: 'Opportunities that the user submitted.',
    fields: {
      id: Id,
      title: Text,
      type: Text,
      organization: Text,
      description: Text,
      url: Text,
      deadline: optional(Text),
      status: Text,
      decline_reason: optional(Text),
      decided_at: optional(Instant),
      created_at: Instant,
    },
    rows: (userId) => sql`select * from opportunity where submitted_by = ${userId}`,
  }),
  defineCollection('mail/sponsor-messages', {
    description: 'To which sponsors the user wrote. The text is not stored.',
    fields: { id: Id, sponsor_id: Id, sponsor_name: Text, created_at: Instant },
    rows: (userId) => sql`
      select sponsor_message.*, name as sponsor_name
      from sponsor_message join sponsor on sponsor.id = sponsor_id where sender_id = ${userId}`,
  }),
];
