struct Parcel { var weight = 1 }
