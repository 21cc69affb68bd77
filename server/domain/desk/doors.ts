/** The doors of the desk, in their order: the season is prepared, then run; people ask; money is counted. */
export const deskDoors = ['prepare', 'run', 'people', 'money'] as const
export type DeskDoor = (typeof deskDoors)[number]
