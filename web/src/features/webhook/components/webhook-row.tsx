import { Link } from '@tanstack/react-router';
import { Icon } from '../../../shared/icons/icon.tsx';
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
        <span className={classes.facts}>
          <span className={classes.name}>
            <bdi>{webhook.description === '' ? host : webhook.description}</bdi>
            <WebhookStatus webhook={webhook} />
          </span>
          <span className={classes.text}>{webhook.description === '' ? path : `${host}${path}`}</span>
          <span className={classes.text}>{namesOf(chosenKinds(webhook))}</span>
        </span>
        <span className={classes.arrow}>
          <Icon name="chevron-right" size={16} />
        </span>
      </Link>
    </li>
  );
}
