#ifdef __CLING__
#pragma link off all globals;
#pragma link off all classes;
#pragma link off all functions;
#pragma link C++ class TriggerStrip + ;
#pragma link C++ class TriggerPattern + ;
#pragma link C++ class std::vector < TriggerPattern> + ;
#pragma link C++ class TriggerConfig + ;
#pragma link C++ class GeometryItem + ;
#pragma link C++ class std::vector < GeometryItem> + ;
#pragma link C++ class GeometryConfig + ;
#pragma link C++ class std::map < short, short> + ;
#pragma link C++ class std::vector < std::map < short, short>> + ;
#pragma link C++ class LookupTables + ;
#pragma link C++ class GainCalibration + ;
#endif
