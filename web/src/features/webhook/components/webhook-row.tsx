import { Link } from '@tanstack/react-router';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { useKindNames } from '../use-kind-names.ts';
import { chosenKinds, partsOf, type Webhook } from '../webhook.rules.ts';
import classes from './webhook-row.module.css';
import { WebhookStatus } from './webhook-status.tsx';

/** A webhook of the list: where it goes, what it sends, how it is. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const namesOf = useKindNames();
  const { host, path } = partsOf(webhook.url);
  return (
    <li>
      <Link to="/me/webhooks/$webhookId" params={{ webhookId: webhook.id }} className={classes.row}>
        <Stack as="span" gap="hair" grows breaks>
          <Cluster as="span" gap={3} rows={1} align="center" weight={600}>
            <bdi>{webhook.description === '' ? host : webhook.description}</bdi>
            <WebhookStatus webhook={webhook} />
          </Cluster>
          <Muted as="span">{webhook.description === '' ? path : `${host}${path}`}</Muted>
          <Muted as="span">{namesOf(chosenKinds(webhook))}</Muted>
        </Stack>
        <span className={classes.arrow}>
          <Icon name="chevron-right" size={16} />
        </span>
      </Link>
    </li>
  );
}
