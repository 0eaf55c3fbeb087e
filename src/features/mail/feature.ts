import { defineFeature } from '#access/feature.ts';
import { WEEKLY_DIGEST } from './digest/digest.jobs.ts';
import { incomingMailRoutes, receivedMailRoutes } from './incoming-mail/incoming-mail.routes.ts';
import { INCOMING_MAIL_TABLES } from './incoming-mail/incoming-mail.table.ts';
import { OUTGOING_MAIL_TABLES } from './outgoing-mail/outgoing-mail.table.ts';
import { MAIL_QUEUE } from './outgoing-mail/sending.jobs.ts';
import { createMailParts } from './parts.ts';
import { QUOTA_TABLES } from './quota/quota.table.ts';
import { sentMailRoutes } from './sent-mail/sent-mail.routes.ts';
import { unsubscribeRoutes } from './unsubscribe/unsubscribe.routes.ts';
import { UNSUBSCRIBE_TABLES } from './unsubscribe/unsubscribe.table.ts';
import { userMailRoutes } from './user-mail/user-mail.routes.ts';

export const mail = defineFeature({
  parts: createMailParts,
  routes: {
    public: [unsubscribeRoutes],
    publicWithIdempotency: [incomingMailRoutes],
    member: [receivedMailRoutes, userMailRoutes],
    superAdmin: [sentMailRoutes],
  },
  jobs: [WEEKLY_DIGEST],
  queues: [MAIL_QUEUE],
  tables: [...OUTGOING_MAIL_TABLES, ...INCOMING_MAIL_TABLES, ...QUOTA_TABLES, ...UNSUBSCRIBE_TABLES],
});
