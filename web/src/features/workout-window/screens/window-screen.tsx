import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useZoneName } from '../../../shared/days/zone-clock.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { IconLink } from '../../../shared/ui/links.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { windowQuery } from '../api/window.ts';
import { ActivityField } from '../components/activity-field.tsx';
import { CloseWindow } from '../components/close-window.tsx';
import { LocationSection } from '../components/location-section.tsx';
import { PauseSection } from '../components/pause-section.tsx';
import { RestDays } from '../components/rest-days.tsx';
import { TimePanel } from '../components/time-panel.tsx';
import { ZoneField } from '../components/zone-field.tsx';
import { useWindowForm } from '../use-window-form.ts';
import { appliesFrom, type DayFacts } from '../window.rules.ts';
import classes from './window-screen.module.css';

type WindowScreenProps = { facts: DayFacts; team: string; onDone: () => void };

/** The two hours of each day: when, what for, when not, and where. */
export function WindowScreen({ facts, team, onDone }: WindowScreenProps) {
  const t = useTranslations('workout-window');
  const { window, location } = useSuspenseQuery(windowQuery).data;
  const form = useWindowForm({ window, zone: useZoneName(), facts, onSaved: onDone });
  const { fields, problems } = form;
  // The fields of the location are a form of their own, which stands beside the button of this one.
  const formId = useId();
  const applies = t(window === null ? 'appliesFirst' : `applies.${appliesFrom(facts)}`);
  const isClosed = window !== null && !window.is_active;
  return (
    <div className={classes.screen}>
      <Row gap={1} align="start" className={classes.header}>
        <IconLink to="/today" className={classes.back} aria-label={t('back')}>
          <Icon name="chevron-left" />
        </IconLink>
        <ScreenHeader title={t('title')} text={t(isClosed ? 'closedText' : 'text')} />
      </Row>
      <div className={classes.columns}>
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            form.save();
          }}
        >
          <Stack gap={6} content="start" fits>
            <TimePanel fields={fields} team={team} onChange={(start) => form.change({ start })} />
            <ActivityField fields={fields} error={problems.name} onChange={form.change} />
            <RestDays restDays={fields.restDays} onChange={(restDays) => form.change({ restDays })} />
            <PauseSection
              pause={fields.pause}
              kept={window?.pause ?? null}
              today={facts.date}
              earliest={form.earliest}
              error={problems.pause}
              isPending={form.isResuming}
              onChange={(pause) => form.change({ pause })}
              onResume={form.resume}
            />
          </Stack>
        </form>
        <Stack gap={6} content="start" fits>
          <ZoneField
            zone={fields.zone}
            start={fields.start}
            error={problems.zone}
            onChange={(zone) => form.change({ zone })}
          />
          <LocationSection location={location} />
          {window?.is_active && <CloseWindow onClosed={onDone} />}
          {/* On a phone the bar has no room for it. */}
          <Muted className={classes.applies}>{applies}</Muted>
        </Stack>
      </div>
      <div className={classes.bar}>
        <Problem error={form.error} />
        <Muted className={classes.applies}>{applies}</Muted>
        <Button
          type="submit"
          form={formId}
          size="lg"
          loading={form.isSaving}
          leftSection={<Icon name="check" size={20} />}
        >
          {t(isClosed ? 'openAgain' : 'save')}
        </Button>
      </div>
    </div>
  );
}
