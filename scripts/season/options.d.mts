type Name = 'candidates' | 'days' | 'speed' | 'seed' | 'workers' | 'pace' | 'report' | 'folder' | 'hold'
export declare const options: Record<Name, { type: 'string' }>
