// The overlays of one game: what is switched on, and the geometry the server gave for it.

import { api } from '../api';
import type { Play } from '../battle/play.svelte';
import type { TableOverlay, UnitOverlay } from '../types';
import { keepLayers, keptLayers, OF_TABLE, OF_UNIT, type Layer } from './layers';

export class Layers {
  on = $state.raw<Set<Layer>>(keptLayers());
  unit = $state.raw<UnitOverlay | null>(null);
  table = $state.raw<TableOverlay | null>(null);
  /** What the unit sees that is asked for a target. */
  private aiming = $state.raw<UnitOverlay | null>(null);
  /** The unit's sight is read as a list. */
  listed = $state(false);
  private asked = { unit: '', table: '', aiming: '' };

  constructor(private play: Play) {}

  has(layer: Layer): boolean {
    return this.on.has(layer);
  }

  toggle(layer: Layer): void {
    const on = new Set(this.on);
    if (!on.delete(layer)) on.add(layer);
    this.on = on;
    keepLayers(on);
  }

  /** What was fetched does not fit the table now. */
  forget(): void {
    this.asked = { unit: '', table: '', aiming: '' };
    this.unit = null;
    this.table = null;
    this.aiming = null;
  }

  /** How far off a target is as the rules measure, whatever else is looked at meanwhile; nothing until the server has said it. */
  measured(unit: number, target: number): number | undefined {
    const known = this.aiming?.unit === unit ? this.aiming : null;
    return known?.sights.find((sight) => sight.unit === target)?.distance;
  }

  /** Fetches what is switched on for what is chosen. To be called from an effect. */
  follow(): void {
    const { play } = this;
    const now = play.replay === null && !play.following ? play.view : null;
    const chosen = play.chosenUnit;
    const wants = (layers: readonly Layer[]) => now && layers.some((layer) => this.on.has(layer));
    const unit = (wants(OF_UNIT) || (now && this.listed)) && chosen?.rect ? `${chosen.id}/${now!.version}/${now!.seat}` : '';
    const table = wants(OF_TABLE) ? `${now!.version}/${now!.seat}` : '';
    const { form } = play;
    const aiming = now && play.mine && form?.kind === 'target' && form.subject !== null ? `${form.subject}/${now.version}/${now.seat}` : '';
    if (aiming !== this.asked.aiming) void this.fetchAiming(aiming, form?.subject ?? 0);
    if (unit !== this.asked.unit) void this.fetchUnit(unit, chosen?.id ?? 0);
    if (table !== this.asked.table) void this.fetchTable(table);
  }

  private async fetchUnit(key: string, id: number): Promise<void> {
    this.asked.unit = key;
    if (this.unit?.unit !== id || !key) this.unit = null;
    if (!key) return;
    const found = await api.unitOverlay(this.play.id, this.play.token, id).catch(() => null);
    if (this.asked.unit === key) this.unit = this.play.orient(found);
  }

  private async fetchAiming(key: string, id: number): Promise<void> {
    this.asked.aiming = key;
    this.aiming = null;
    if (!key) return;
    const found = await api.unitOverlay(this.play.id, this.play.token, id).catch(() => null);
    if (this.asked.aiming === key) this.aiming = this.play.orient(found);
  }

  private async fetchTable(key: string): Promise<void> {
    this.asked.table = key;
    if (!key) {
      this.table = null;
      return;
    }
    const found = await api.overlay(this.play.id, this.play.token).catch(() => null);
    if (this.asked.table === key) this.table = this.play.orient(found);
  }
}
